import { openingOf, type Context } from "./context.ts";
import { contribute, type Contribution } from "./contribution.ts";
import { Edits } from "./edits.ts";
import { messageOf } from "./entry-message.ts";
import type { PathEntry, ProjectOptions, Repair } from "./types.ts";

/** Reads the messages of a context in path order, edited; broken bodies, lost content and bridged gaps in it are reported. */
export class ContextReader {
  readonly repairs: Repair[] = [];
  readonly #context: Context;
  readonly #edits: Edits;
  readonly #custom: ProjectOptions["custom"];
  #damaged = false;

  constructor(path: readonly PathEntry[], context: Context, custom: ProjectOptions["custom"]) {
    this.#context = context;
    this.#edits = new Edits(path, context.start);
    this.#custom = custom;
  }

  /** What stands before the context's own entries. */
  opening(path: readonly PathEntry[]): Contribution[] {
    return openingOf(path, this.#context, this.repairs);
  }

  /** The message of the entry at `index` of the path, if it puts one into the context. */
  read({ entry, problem, gap, lost = [] }: PathEntry, index: number): Contribution | undefined {
    const { compactedAt, start } = this.#context;
    if (gap === true && index > start) {
      this.#damaged = true;
      this.repairs.push({ kind: "bridged-gap", entryId: entry.id, detail: "its parent cannot be followed" });
    }
    if (problem !== undefined) {
      this.#damaged = true;
      this.repairs.push({ kind: "bad-body", entryId: entry.id, detail: problem });
      return undefined;
    }
    for (const detail of lost) {
      this.#damaged = true;
      this.repairs.push({ kind: "content-lost", entryId: entry.id, detail });
    }
    const message = messageOf(entry, this.#edits, this.#custom);
    // System messages before a compaction stand in its opening.
    if (message === null || (message.role === "system" && index < compactedAt)) return undefined;
    const changed = this.#damaged || index < compactedAt || this.#edits.changedBefore(index);
    const origin = { entryId: entry.id, timestamp: entry.timestamp, prefixIntact: !changed };
    return contribute(origin, message, this.repairs);
  }

  /** The edits that changed nothing. */
  ignoredEdits(): Repair[] {
    return this.#edits.ignored();
  }
}
