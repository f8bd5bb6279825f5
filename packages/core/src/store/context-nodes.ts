import { isEntry } from "../format/entry-kinds.ts";
import type { CompactionEntry, Entry } from "../format/entries.ts";
import type { LogEnd } from "../log/log-end.ts";
import { WholeLogNeeded, type LocatedHead } from "../log/log-map.ts";
import type { PathEntry } from "../projection/types.ts";

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

/** All nodes up to an entry, root first. @throws WholeLogNeeded */
export function nodesTo(end: LogEnd, id: string | null): LocatedHead[] {
  const node = id === null ? null : end.nodeAt(id);
  return node === null || node === undefined ? [] : end.climb(node, () => false).reverse();
}

/** A path whose compactions all keep from a node of it. @throws WholeLogNeeded where one does not: what it keeps is to be found then */
export function keepingNodes(path: PathEntry[]): PathEntry[] {
  const ids = new Set(path.map(({ entry }) => entry.id));
  for (const { entry } of path) {
    if (!isEntry(entry, "compaction") || typeof entry.firstKeptEntryId !== "string") continue;
    if (!ids.has(entry.firstKeptEntryId)) throw new WholeLogNeeded();
  }
  return path;
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
