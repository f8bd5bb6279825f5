import type { EntryOf } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import type { Content, Message } from "../format/messages.ts";
import type { PathEntry, Repair } from "./types.ts";

/** The edits on a path: the latest one about an entry wins, wherever on the path it stands. */
export class Edits {
  readonly #latest = new Map<string, Content | null>();
  readonly #applied = new Set<string>();

  constructor(path: readonly PathEntry[]) {
    for (const item of path) if (isEdit(item)) this.#latest.set(item.entry.targetId, item.entry.replacement);
  }

  /** The message of an entry as edited; null if it is hidden. */
  apply(entryId: string, message: Message): Message | null {
    if (message.role === "system") return message;
    const replacement = this.#latest.get(entryId);
    if (replacement === undefined) return message;
    this.#applied.add(entryId);
    if (replacement !== null) return { ...message, content: replacement };
    // A hidden turn was a request all the same: what came behind it was not there before it.
    return message.role === "assistant" ? { ...message, content: [] } : null;
  }

  /** Reports the edits of the context that changed nothing. */
  reportIgnored(path: readonly PathEntry[], start: number, repairs: Repair[]): void {
    for (let index = start; index < path.length; index++) {
      const item = path[index]!;
      if (!isEdit(item) || this.#applied.has(item.entry.targetId)) continue;
      const detail = `${item.entry.targetId} is not in the context, or cannot be edited`;
      repairs.push({ kind: "edit-ignored", entryId: item.entry.id, detail });
    }
  }
}

function isEdit(item: PathEntry): item is PathEntry & { readonly entry: EntryOf<"context_edit"> } {
  return item.problem === undefined && isEntry(item.entry, "context_edit");
}
