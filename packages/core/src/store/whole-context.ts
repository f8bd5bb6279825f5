import type { CompactionEntry } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import type { DecodedEntry } from "../log/decode-entry.ts";
import type { LocatedHead } from "../log/log-map.ts";
import type { TreeNode } from "../tree/node.ts";
import type { Tree } from "../tree/tree.ts";

type Node = TreeNode<LocatedHead>;

/** A log that was read whole. */
export interface LinkedLog {
  readonly tree: Tree<LocatedHead>;
  head(id: string): LocatedHead | undefined;
  decode(head: LocatedHead): DecodedEntry;
}

/**
 * The nodes of a path that a projection needs: from the one that the newest compaction keeps, and of what stands before it
 * only those that set state. So the cost follows the context, not the history.
 */
export function wholeContext(log: LinkedLog, path: readonly Node[]): Node[] {
  const start = contextStart(log, path);
  const model = lastModel(log, path, start);
  return path.filter((at, index) => index >= start || at === model || setsState(at.head));
}

/** Where the context starts: at what the newest sound compaction keeps, or at that compaction. */
function contextStart(log: LinkedLog, path: readonly Node[]): number {
  for (let index = path.length - 1; index >= 0; index--) {
    if (path[index]!.head.type !== "compaction") continue;
    const { entry, problem } = log.decode(path[index]!.head);
    if (problem !== undefined || !isEntry(entry, "compaction")) continue;
    const { firstKeptEntryId } = keptAsNode(log, entry, path);
    const kept = path.findIndex(({ head }) => head.id === firstKeptEntryId);
    return kept < 0 || kept > index ? index : kept;
  }
  return 0;
}

/** The last answer before `start` that names its model. */
function lastModel(log: LinkedLog, path: readonly Node[], start: number): Node | undefined {
  return path.findLast(({ head }, index) => {
    if (index >= start || head.role !== "assistant") return false;
    const { entry, problem } = log.decode(head);
    return problem === undefined && isEntry(entry, "message") && "model" in entry.message;
  });
}

/** A `firstKeptEntryId` may name an annotation of the path: what is kept starts with the node behind it. */
export function keptAsNode(log: LinkedLog, entry: CompactionEntry, path: readonly Node[]): CompactionEntry {
  const kept = entry.firstKeptEntryId;
  if (typeof kept !== "string" || log.tree.node(kept) !== undefined) return entry;
  const front = log.tree.nodeAt(kept);
  if (front === undefined) return entry;
  const behind = path[front === null ? 0 : path.indexOf(front) + 1];
  if (behind === undefined || !passes(log, behind.head, kept)) return entry;
  // What stands behind a compaction cannot be kept by it.
  if (path.indexOf(behind) > path.findIndex(({ head }) => head.id === entry.id)) return entry;
  return { ...entry, firstKeptEntryId: behind.head.id };
}

/** Whether the way from an entry to the node above it leads through this annotation. */
function passes(log: LinkedLog, { parentId }: LocatedHead, annotation: string): boolean {
  const passed = new Set<string>();
  for (let at = parentId; at !== null && !passed.has(at); at = log.head(at)?.parentId ?? null) {
    if (at === annotation) return true;
    if (log.tree.node(at) !== undefined) return false;
    passed.add(at);
  }
  return false;
}

/** Whether an entry tells something of a session's state that a compaction behind it does not end. */
function setsState({ type, role }: LocatedHead): boolean {
  return STATE_TYPES.has(type) || role === "system";
}

const STATE_TYPES: ReadonlySet<string> = new Set([
  "model_change",
  "thinking_level_change",
  "queue",
  "context_edit",
  "compaction",
]);
