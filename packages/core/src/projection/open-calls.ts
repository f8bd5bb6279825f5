import type { ToolCallBlock } from "../format/messages.ts";
import { callsOf, type Contribution } from "./contribution.ts";

/** A call of a turn, and what answers it. */
export interface Call {
  /** undefined: the call was never complete and is not in the context. */
  readonly block: ToolCallBlock | undefined;
  readonly turn: number;
  /** The call's place among the calls of its turn. */
  readonly position: number;
  /** The next nearest open call with the same id. */
  readonly before: Call | undefined;
  answer: Contribution | undefined;
}

/** The calls without an answer; ids need not be unique. */
export class OpenCalls {
  /** For each id the nearest one. */
  readonly #byId = new Map<string, Call>();

  /** Opens the calls of a turn, and gives them in order. */
  open(item: Contribution, turn: number): Call[] {
    for (const id of item.lostCalls) this.#open(id, undefined, turn, -1);
    const blocks = callsOf(item);
    const calls: Call[] = [];
    // Backwards, so that of two calls with one id in a turn the first is answered first.
    for (let index = blocks.length - 1; index >= 0; index--) {
      const block = blocks[index]!;
      calls[index] = this.#open(block.id, block, turn, index);
    }
    return calls;
  }

  /** The nearest open call with this id. */
  nearest(id: string): Call | undefined {
    return this.#byId.get(id);
  }

  /** Closes the nearest open call with this id: it has its answer. */
  close(id: string): void {
    const before = this.#byId.get(id)?.before;
    if (before === undefined) this.#byId.delete(id);
    else this.#byId.set(id, before);
  }

  #open(id: string, block: ToolCallBlock | undefined, turn: number, position: number): Call {
    const call = { block, turn, position, before: this.#byId.get(id), answer: undefined };
    this.#byId.set(id, call);
    return call;
  }
}
