import type { EntryHead } from "../format/head.ts";
import { isAnnotation } from "../format/entry-kinds.ts";
import type { TreeNode } from "./node.ts";
import { above } from "./path.ts";
import type { Tree } from "./tree.ts";

/** How a dialect tells where the next append goes: by replaying the log, or the last entry decides. */
export type LeafRule = "replay" | "last";

/** Whether an entry's line is a JSON value; asked only where it matters, as it reads the line. */
export type IsIntact<H extends EntryHead> = (head: H) => boolean;

/** The active leaf after the whole log: null before the first entry. It is the same after every restart. */
export function activeLeaf<H extends EntryHead>(
  tree: Tree<H>,
  rule: LeafRule = "replay",
  isIntact: IsIntact<H> = () => true,
): TreeNode<H> | null {
  if (rule === "last") {
    const last = tree.entries.at(-1);
    return last === undefined ? null : (tree.nodeAt(last.id) ?? null);
  }
  let leaf: TreeNode<H> | null = null;
  for (const head of tree.entries) leaf = leafAfter(tree, leaf, head, isIntact);
  return leaf;
}

/** The active leaf once `head`, the next entry of the log, is taken in. */
export function leafAfter<H extends EntryHead>(
  tree: Tree<H>,
  leaf: TreeNode<H> | null,
  head: H,
  isIntact: IsIntact<H>,
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
  if (head.role !== "toolResult") return node;
  const parent = above(node, true);
  return parent === leaf || parent === lastIntact(leaf, isIntact) ? node : leaf;
}

/** The nearest node at or above one whose line is whole: who appended behind a torn line never saw it. */
function lastIntact<H extends EntryHead>(
  leaf: TreeNode<H> | null,
  isIntact: IsIntact<H>,
): TreeNode<H> | null {
  let at = leaf;
  while (at !== null && !isIntact(at.head)) at = above(at, true);
  return at;
}
