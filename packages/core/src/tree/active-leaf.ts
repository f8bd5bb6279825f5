import type { EntryHead } from "../format/head.ts";
import { isAnnotation } from "../format/entry-kinds.ts";
import type { TreeNode } from "./node.ts";
import { above } from "./path.ts";
import type { Tree } from "./tree.ts";

/** How a dialect tells where the next append goes: by replaying the log, or the last entry decides. */
export type LeafRule = "replay" | "last";

/** Whether an entry's line is a JSON value; asked only where it matters, as it reads the line. */
export type IsIntact<H extends EntryHead> = (head: H) => boolean;

/** The way up from an entry, whether the whole tree is at hand or not. */
export interface Climb<H extends EntryHead> {
  /** The node that an entry stands for: itself, or for an annotation the nearest node above it; undefined: no such entry. */
  nodeAt(id: string): H | null | undefined;
  /** The node above a node; over a gap, the one that stands in for its lost parent. */
  above(node: H): H | null;
}

/** The active leaf after the whole log: null before the first entry. It is the same after every restart. */
export function activeLeaf<H extends EntryHead>(
  tree: Tree<H>,
  rule: LeafRule = "replay",
  isIntact: IsIntact<H> = () => true,
): TreeNode<H> | null {
  const climb = climbOf(tree);
  let leaf: H | null = null;
  if (rule === "last") leaf = lastLeaf(climb, tree.entries.at(-1));
  else for (const head of tree.entries) leaf = leafAfter(climb, leaf, head, isIntact);
  return leaf === null ? null : (tree.node(leaf.id) ?? null);
}

/** The active leaf where the last entry decides. */
export function lastLeaf<H extends EntryHead>(climb: Climb<H>, last: H | undefined): H | null {
  return last === undefined ? null : (climb.nodeAt(last.id) ?? null);
}

/** The way up in a tree that is linked whole. */
export function climbOf<H extends EntryHead>(tree: Tree<H>): Climb<H> {
  const headOf = (node: TreeNode<H> | null | undefined): H | null | undefined => node && node.head;
  return {
    nodeAt: (id) => headOf(tree.nodeAt(id)),
    above: ({ id }) => headOf(above(tree.node(id)!, true)) ?? null,
  };
}

/** The active leaf once `head`, the next entry of the log, is taken in. */
export function leafAfter<H extends EntryHead>(
  climb: Climb<H>,
  leaf: H | null,
  head: H,
  isIntact: IsIntact<H>,
): H | null {
  if (head.type === "leaf") {
    if (head.targetId === null) return null;
    const target = head.targetId === undefined ? undefined : climb.nodeAt(head.targetId);
    return target === undefined ? leaf : target;
  }
  if (isAnnotation(head.type)) return leaf;
  // A result that arrives late, beside what went on meanwhile, does not pull the session back.
  if (head.role !== "toolResult") return head;
  const parent = climb.above(head)?.id;
  return parent === leaf?.id || parent === lastIntact(climb, leaf, isIntact)?.id ? head : leaf;
}

/** The nearest node at or above one whose line is whole: who appended behind a torn line never saw it. */
function lastIntact<H extends EntryHead>(climb: Climb<H>, leaf: H | null, isIntact: IsIntact<H>): H | null {
  let at = leaf;
  while (at !== null && !isIntact(at)) at = climb.above(at);
  return at;
}
