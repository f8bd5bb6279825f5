import type { Damage } from "../format/damage.ts";
import { labelsOf } from "../tree/labels.ts";
import { pathTo } from "../tree/path.ts";
import { previewOf } from "./preview.ts";
import type { SessionLog } from "./session-log.ts";

/** A node as a tree view shows it. */
export interface TreeViewNode {
  readonly id: string;
  /** The parent node; null for a root. */
  readonly parentId: string | null;
  readonly type: string;
  readonly role: string | null;
  readonly timestamp: string | null;
  /** Raw text on one line: sanitize it before it reaches a terminal. */
  readonly preview: string;
  readonly labels: readonly string[];
  /** Whether it stands on the path to the active leaf. */
  readonly active: boolean;
  /** Its own parent cannot be followed. */
  readonly gap: boolean;
}

/** A session's whole tree, nodes in file order. */
export interface TreeView {
  readonly id: string;
  readonly leaf: string | null;
  readonly roots: readonly string[];
  readonly nodes: readonly TreeViewNode[];
  /** What can be told without reading blobs. */
  readonly damage: readonly Damage[];
}

export function treeView(log: SessionLog, leaf: string | null): TreeView {
  const { tree } = log;
  const labels = labelsOf(log.heads);
  const leafNode = leaf === null ? undefined : tree.node(leaf);
  const active = new Set(leafNode === undefined ? [] : pathTo(leafNode));
  const nodes = tree.nodes.map((node): TreeViewNode => {
    const { head } = node;
    const { entry, problem } = log.preview(head);
    const label = labels.get(head.id);
    const role = entry.type === "message" ? (entry as { message?: { role?: unknown } }).message?.role : null;
    return {
      id: head.id,
      parentId: node.parent?.head.id ?? null,
      type: entry.type,
      role: typeof role === "string" ? role : null,
      timestamp: head.timestamp ?? null,
      preview: problem === undefined ? previewOf(entry) : "",
      labels: label === undefined ? [] : [label],
      active: active.has(node),
      gap: node.gap !== undefined,
    };
  });
  return { id: log.id, leaf, roots: tree.roots().map(({ head }) => head.id), nodes, damage: log.damage() };
}
