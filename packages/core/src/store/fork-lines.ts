import { isEntry } from "../format/entry-kinds.ts";
import { encodeEntry } from "../format/encode.ts";
import { FORMAT_VERSION } from "../format/header.ts";
import type { LocatedHead } from "../log/log-map.ts";
import type { TreeNode } from "../tree/node.ts";
import { pathTo } from "../tree/path.ts";
import type { SessionLog } from "./session-log.ts";
import { keptAsNode } from "./whole-context.ts";

const NEWLINE = Buffer.from("\n");

/**
 * The lines of a fork behind its header: the path to `node`, then the labels of what was copied. Lines are copied byte
 * for byte; only one that another version or dialect wrote, or whose parent is not copied, is written anew.
 */
export function* forkLines(log: SessionLog, node: TreeNode<LocatedHead> | null): Generator<Buffer> {
  const path = node === null ? [] : pathTo(node);
  const copied = new Set(path.map(({ head }) => head.id));
  const lines = log.lines(path.map(({ head }) => head));
  for (const at of path) {
    const { head, parent, gap } = at;
    const line = lines.next().value as Buffer;
    // A lost parent stays lost: the fork then reads as its source does.
    const parentId = gap === undefined ? (parent?.head.id ?? null) : head.parentId;
    const asItIs = isCurrent(log, head) && (parent === null || head.parentId === parentId);
    const moved = head.type === "compaction" ? keptElsewhere(log, at, path) : undefined;
    if (moved !== undefined) yield encodeEntry({ ...moved, parentId });
    else yield* asItIs ? [line, NEWLINE] : [rewritten(log, head, parentId)];
  }
  for (const head of log.heads) {
    if (head.type !== "label" || typeof head.targetId !== "string" || !copied.has(head.targetId)) continue;
    yield isCurrent(log, head) ? copyOf(log, head) : rewritten(log, head, node?.head.id ?? null);
  }
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

function copyOf(log: SessionLog, head: LocatedHead): Buffer {
  return Buffer.concat([log.line(head), NEWLINE]);
}

function rewritten(log: SessionLog, head: LocatedHead, parentId: string | null): Buffer {
  return encodeEntry({ ...log.decode(head).entry, parentId });
}
