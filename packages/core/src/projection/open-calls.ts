import type { ToolCallBlock } from "../format/messages.ts";
import { callsOf, type Contribution } from "./contribution.ts";

/** A call of a turn, and what answers it. */
export interface Call {
  /** undefined: the call was never complete and is not in the context. */
  readonly block: ToolCallBlock | undefined;
  readonly turn: number;
  /** The call's place among the calls of its turn. */
  readonly position: number;
  answer: Contribution | undefined;
}

/** The calls without an answer; ids need not be unique. */
export class OpenCalls {
  readonly #byId = new Map<string, Call[]>();

  /** Opens the calls of a turn, and gives them in order. */
  open(item: Contribution, turn: number): Call[] {
    for (const id of item.lostCalls)
      this.#push(id, { block: undefined, turn, position: -1, answer: undefined });
    const blocks = callsOf(item);
    const calls = blocks.map((block, position): Call => ({ block, turn, position, answer: undefined }));
    // Backwards, so that of two calls with one id in a turn the first is answered first.
    for (let index = calls.length - 1; index >= 0; index--) this.#push(blocks[index]!.id, calls[index]!);
    return calls;
  }

  /** The nearest open call with this id. */
  nearest(id: string): Call | undefined {
    return this.#byId.get(id)?.at(-1);
  }

  /** Closes the nearest open call with this id: it has its answer. */
  close(id: string): void {
    this.#byId.get(id)?.pop();
  }

  #push(id: string, call: Call): void {
    const calls = this.#byId.get(id);
    if (calls === undefined) this.#byId.set(id, [call]);
    else calls.push(call);
  }
}
