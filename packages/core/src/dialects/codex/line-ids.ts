import { createHash } from "node:crypto";
import type { RolloutLine } from "./line.ts";

/**
 * Ids for lines that have none: each digests its line and the conversation before it. So a fork, which begins with a
 * copy of its parent's lines (under other times), gives to what it copied the ids that the parent gives it.
 */
export class LineIds {
  #conversation: string;
  #beside = 0;
  readonly #given = new Set<string>();

  /** @param origin the thread in which the history began */
  constructor(origin: string) {
    this.#conversation = digest(origin);
  }

  /** The conversation so far, to go back to. */
  get conversation(): string {
    return this.#conversation;
  }

  /** The next line goes on from here. */
  goBackTo(conversation: string): void {
    this.#conversation = conversation;
    this.#beside = 0;
  }

  /** The id of the next line. */
  next({ kind, payload, value }: RolloutLine): string {
    // Copies may leave out what is no part of the conversation.
    if (kind !== "response_item" && kind !== "compacted")
      return this.#free(
        digest(this.#conversation, String(this.#beside++), kind, JSON.stringify(payload), restOf(value)),
      );
    this.#conversation = digest(this.#conversation, kind, JSON.stringify(payload));
    this.#beside = 0;
    return this.#free(this.#conversation);
  }

  /** What is said again after a roll back is another entry. */
  #free(id: string): string {
    let free = id;
    for (let again = 2; this.#given.has(free); again++) free = digest(id, String(again));
    this.#given.add(free);
    return free;
  }
}

/** A line without a payload is told apart by what else is in it. */
function restOf({ payload, timestamp: _time, ordinal: _place, ...rest }: RolloutLine["value"]): string {
  return payload === undefined ? JSON.stringify(rest) : "";
}

export function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 24);
}
