import type { EntryHead } from "../format/head.ts";

/** Why a node has no parent although it names one. */
export type Gap = "missing" | "cycle";

/** An entry in its place in the tree. */
export interface TreeNode<H extends EntryHead = EntryHead> {
  readonly head: H;
  /** The node's place among the nodes, in file order. */
  readonly order: number;
  readonly parent: TreeNode<H> | null;
  /** Set on an extra root: its parent cannot be followed. */
  readonly gap: Gap | undefined;
  /** On an extra root: the last node before it in the file that does not descend from it; paths go on there. */
  readonly bridge: TreeNode<H> | null;
  /** In file order. */
  readonly children: readonly TreeNode<H>[];
}

/** A node while the tree is built. */
export interface MutableNode<H extends EntryHead> extends TreeNode<H> {
  parent: MutableNode<H> | null;
  gap: Gap | undefined;
  bridge: MutableNode<H> | null;
  children: MutableNode<H>[];
}
