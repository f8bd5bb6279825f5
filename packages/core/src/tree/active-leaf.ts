import type { EntryHead } from "../format/head.ts";
import { isAnnotation } from "../format/entry-kinds.ts";
import type { TreeNode } from "./node.ts";
import { above } from "./path.ts";
import type { Tree } from "./tree.ts";

/** How a dialect tells where the next append goes: by replaying the log, or the last entry decides. */
export type LeafRule = "replay" | "last";

/** The active leaf after the whole log: null before the first entry. It is the same after every restart. */
export function activeLeaf<H extends EntryHead>(
  tree: Tree<H>,
  rule: LeafRule = "replay",
): TreeNode<H> | null {
  if (rule === "last") {
    const last = tree.entries.at(-1);
    return last === undefined ? null : (tree.nodeAt(last.id) ?? null);
  }
  let leaf: TreeNode<H> | null = null;
  for (const head of tree.entries) leaf = leafAfter(tree, leaf, head);
  return leaf;
}

/** The active leaf once `head`, the next entry of the log, is taken in. */
export function leafAfter<H extends EntryHead>(
  tree: Tree<H>,
  leaf: TreeNode<H> | null,
  head: H,
): TreeNode<H> | null {
  if (head.type === "leaf") {
    if (head.targetId === null) return null;
    const target = head.targetId === undefined ? undefined : tree.nodeAt(head.targetId);
    return target === undefined ? leaf : target;
  }
  if (isAnnotation(head.type)) return leaf;
  const node = tree.node(head.id);
  if (node === undefined) return leaf;
  // A result that arrives late, beside what went on meanwhile, does not pull the session back.
  const side = head.role === "toolResult" && above(node, true) !== leaf;
  return side ? leaf : node;
}
