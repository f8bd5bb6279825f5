import { isEntry } from "../format/entry-kinds.ts";
import type { CompactionEntry, Entry } from "../format/entries.ts";
import type { LogEnd } from "../log/log-end.ts";
import { WholeLogNeeded, type LocatedHead } from "../log/log-map.ts";

/**
 * The nodes of the context at an entry, root first: those that its newest compaction keeps, that compaction, and what
 * follows it. Its state stands for everything before.
 * @param read gives the compaction, if its body is sound
 * @throws WholeLogNeeded where more has to be known than the way up to what is kept
 */
export function contextNodes(
  end: LogEnd,
  id: string | null,
  read: (head: LocatedHead) => { readonly entry: Entry },
): LocatedHead[] {
  const node = id === null ? null : end.nodeAt(id);
  if (node === null || node === undefined) return [];
  let kept: string | undefined;
  const nodes = end.climb(node, (at) => {
    if (kept === undefined && at.type === "compaction") kept = keptBy(read(at).entry);
    return at.id === kept;
  });
  if (kept !== undefined && nodes.at(-1)?.id !== kept) throw new WholeLogNeeded();
  return nodes.reverse();
}

/** The node that a compaction's context starts with; itself, if it keeps none. */
function keptBy(entry: Entry): string {
  if (!isEntry(entry, "compaction") || !tellsState(entry)) throw new WholeLogNeeded();
  return entry.firstKeptEntryId ?? entry.id;
}

function tellsState({ state }: CompactionEntry): boolean {
  return (
    state?.model !== undefined &&
    state.thinkingLevel !== undefined &&
    state.queue !== undefined &&
    state.system !== undefined
  );
}
