import type { EntryOf } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import type { Content, Message } from "../format/messages.ts";
import type { PathEntry, Repair } from "./types.ts";

/** The edits on a path: the latest one about an entry wins, wherever on the path it stands. */
export class Edits {
  readonly #latest = new Map<string, { readonly replacement: Content | null; readonly at: number }>();
  readonly #applied = new Set<string>();
  readonly #inContext: EntryOf<"context_edit">[] = [];
  /** Where the last edit stands of those that changed something before the entries read so far. */
  #changedUntil = -1;

  constructor(path: readonly PathEntry[], start: number) {
    for (const [at, item] of path.entries()) {
      if (!isEdit(item)) continue;
      const { targetId, replacement } = item.entry;
      this.#latest.set(targetId, { replacement, at });
      if (at >= start) this.#inContext.push(item.entry);
    }
  }

  /** The message of an entry as edited; null if it is hidden. To be asked in path order. */
  apply(entryId: string, message: Message): Message | null {
    if (message.role === "system") return message;
    const edit = this.#latest.get(entryId);
    if (edit === undefined) return message;
    const { replacement, at } = edit;
    this.#applied.add(entryId);
    this.#changedUntil = Math.max(this.#changedUntil, at);
    if (replacement !== null) return { ...message, content: replacement };
    // A hidden turn was a request all the same: what came behind it was not there before it.
    return message.role === "assistant" ? { ...message, content: [] } : null;
  }

  /** Whether an edit behind the entry at `index` changed it, or something before it. */
  changedBefore(index: number): boolean {
    return index < this.#changedUntil;
  }

  /** The edits of the context that changed nothing. */
  ignored(): Repair[] {
    return this.#inContext
      .filter(({ targetId }) => !this.#applied.has(targetId))
      .map(({ id, targetId }) => {
        const detail = `${targetId} is not in the context, or cannot be edited`;
        return { kind: "edit-ignored", entryId: id, detail };
      });
  }
}

/** Whether an item of a path is an edit that counts. */
export function isEdit(item: PathEntry): item is PathEntry & { readonly entry: EntryOf<"context_edit"> } {
  return item.problem === undefined && isEntry(item.entry, "context_edit");
}
