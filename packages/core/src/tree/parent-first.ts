import type { EntryHead } from "../format/head.ts";
import type { TreeNode } from "./node.ts";
import { above, pathTo } from "./path.ts";
import type { Tree } from "./tree.ts";

/**
 * All nodes of a tree, over gaps too, each behind the one above it: siblings in file order, but the branch to `last`
 * behind all others.
 */
export function parentFirst<H extends EntryHead>(tree: Tree<H>, last: TreeNode<H> | null): TreeNode<H>[] {
  const active = new Set(last === null ? [] : pathTo(last));
  const below = new Map<TreeNode<H> | null, TreeNode<H>[]>();
  for (const node of tree.nodes) {
    const parent = above(node, true);
    const siblings = below.get(parent);
    if (siblings === undefined) below.set(parent, [node]);
    else siblings.push(node);
  }
  const ordered: TreeNode<H>[] = [];
  const waiting: TreeNode<H>[] = [];
  const wait = (parent: TreeNode<H> | null): void => {
    const siblings = below.get(parent) ?? [];
    waiting.push(...siblings.filter((node) => active.has(node)));
    for (const node of siblings.toReversed()) if (!active.has(node)) waiting.push(node);
  };
  wait(null);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    ordered.push(node);
    wait(node);
  }
  return ordered;
}
