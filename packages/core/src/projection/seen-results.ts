import type { ToolResultMessage } from "../format/messages.ts";

interface Seen {
  readonly first: ToolResultMessage;
  /** Only filled once a second result of the same call comes. */
  prints: Set<string> | undefined;
}

/** The results read so far, to recognise copies without keeping each content twice. */
export class SeenResults {
  readonly #byCall = new Map<string, Seen>();

  has(callId: string): boolean {
    return this.#byCall.has(callId);
  }

  /** Whether an earlier result says the same about the same call. */
  isCopy(result: ToolResultMessage): boolean {
    const seen = this.#byCall.get(result.toolCallId);
    if (seen === undefined) return false;
    seen.prints ??= new Set([printOf(seen.first)]);
    return seen.prints.has(printOf(result));
  }

  add(result: ToolResultMessage): void {
    const seen = this.#byCall.get(result.toolCallId);
    if (seen === undefined) this.#byCall.set(result.toolCallId, { first: result, prints: undefined });
    else (seen.prints ??= new Set([printOf(seen.first)])).add(printOf(result));
  }
}

function printOf({ content, isError }: ToolResultMessage): string {
  return JSON.stringify([isError === true, content]);
}
