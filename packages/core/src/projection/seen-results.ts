import type { ToolResultMessage } from "../format/messages.ts";

/** The results read so far, to recognise copies without keeping each content twice. */
export class SeenResults {
  /** The first result of each call; once a second one comes, the prints of all. */
  readonly #byCall = new Map<string, ToolResultMessage | Set<string>>();

  has(callId: string): boolean {
    return this.#byCall.has(callId);
  }

  /** Whether an earlier result says the same about the same call. */
  isCopy(result: ToolResultMessage): boolean {
    return this.has(result.toolCallId) && this.#prints(result.toolCallId).has(printOf(result));
  }

  add(result: ToolResultMessage): void {
    if (this.has(result.toolCallId)) this.#prints(result.toolCallId).add(printOf(result));
    else this.#byCall.set(result.toolCallId, result);
  }

  #prints(callId: string): Set<string> {
    const seen = this.#byCall.get(callId);
    if (seen instanceof Set) return seen;
    const prints = new Set(seen === undefined ? [] : [printOf(seen)]);
    this.#byCall.set(callId, prints);
    return prints;
  }
}

function printOf({ content, isError }: ToolResultMessage): string {
  return JSON.stringify([isError === true, content]);
}
