import { isEntry } from "../format/entry-kinds.ts";
import { encodeEntry } from "../format/encode.ts";
import { once } from "../format/once.ts";
import { FORMAT_VERSION } from "../format/header.ts";
import type { MadeLog } from "../log/made-end.ts";
import type { LocatedHead } from "../log/log-map.ts";
import type { Memory } from "../log/read-records.ts";
import type { TreeNode } from "../tree/node.ts";
import { pathTo } from "../tree/path.ts";
import type { SessionLog } from "./session-log.ts";
import { keptAsNode } from "./whole-context.ts";

/** What a fork copies. */
export interface ForkedBranch {
  /** Root first. */
  readonly path: readonly TreeNode<LocatedHead>[];
  readonly ids: () => ReadonlySet<string>;
  /** The labels of what is on the path. */
  readonly labels: readonly LocatedHead[];
}

/** The path to `node`, and its labels. */
export function branchTo(log: SessionLog, node: TreeNode<LocatedHead> | null): ForkedBranch {
  const path = node === null ? [] : pathTo(node);
  const list = path.map(({ head }) => head.id);
  const ids = once(() => new Set(list));
  const labels = log.heads.filter(
    ({ type, targetId }) => type === "label" && typeof targetId === "string" && ids().has(targetId),
  );
  return { path, ids, labels };
}

/**
 * The lines of a fork behind its header, often many at once: the path, then the labels. Lines are copied byte for byte;
 * only one that another version or dialect wrote, or whose parent is not copied, is written anew.
 * @param memory if it is used again, what is given holds only until the next is asked for
 */
export function forkLines(log: SessionLog, branch: ForkedBranch, memory?: Memory): Generator<Buffer> {
  return log.wholeLines(eachForked(log, branch), memory);
}

function* eachForked(log: SessionLog, { path, labels }: ForkedBranch): Generator<LocatedHead | Buffer> {
  for (const at of path) yield writtenAnew(log, at, path) ?? at.head;
  for (const head of labels)
    yield isCurrent(log, head) ? head : rewritten(log, head, path.at(-1)?.head.id ?? null);
}

/** What is known of a fork once it is made; undefined: it must be read. */
export function madeFork(log: SessionLog, { path, ids, labels }: ForkedBranch): MadeLog | undefined {
  const leaf = path.at(-1);
  if (leaf === undefined || !log.isSound || writtenAnew(log, leaf, path) !== undefined) return undefined;
  if (!labels.every((head) => isCurrent(log, head))) return undefined;
  const tail = [leaf.head, ...labels].reduce((bytes, { length }) => bytes + length + 1, 0);
  const compacted = path.some(({ head }) => head.type === "compaction");
  return { ids, leaf: leaf.head.id, tail, compacted };
}

/** A node's line where it cannot be copied as it is. */
function writtenAnew(
  log: SessionLog,
  at: TreeNode<LocatedHead>,
  path: readonly TreeNode<LocatedHead>[],
): Buffer | undefined {
  const { head, parent, gap } = at;
  // A lost parent stays lost: the fork then reads as its source does.
  const parentId = gap === undefined ? (parent?.head.id ?? null) : head.parentId;
  const moved = head.type === "compaction" ? keptElsewhere(log, at, path) : undefined;
  if (moved !== undefined) return encodeEntry({ ...moved, parentId });
  const asItIs = isCurrent(log, head) && (parent === null || head.parentId === parentId);
  return asItIs ? undefined : rewritten(log, head, parentId);
}

/** A compaction that keeps from an annotation, which a fork does not copy: it names the node behind it instead. */
function keptElsewhere(log: SessionLog, at: TreeNode<LocatedHead>, path: readonly TreeNode<LocatedHead>[]) {
  const { entry } = log.decode(at.head);
  if (!isEntry(entry, "compaction")) return undefined;
  const kept = keptAsNode(log, entry, path);
  return kept === entry ? undefined : kept;
}

/** Whether an entry's line is written just as this program writes lines. */
export function isCurrent(log: SessionLog, head: LocatedHead): boolean {
  return log.dialect.name === "native" && head.version === FORMAT_VERSION && head.stated;
}

function rewritten(log: SessionLog, head: LocatedHead, parentId: string | null): Buffer {
  return encodeEntry({ ...log.decode(head).entry, parentId });
}
