import type { EntryHead } from "../format/head.ts";
import type { MutableNode } from "./node.ts";

/**
 * Gives each extra root the node that stands in for its lost parent: the last one before it in the file that does not
 * descend from it. One lost line so never costs the history before it.
 */
export function bridgeGaps<H extends EntryHead>(nodes: readonly MutableNode<H>[]): void {
  if (!nodes.some((node) => node.gap !== undefined)) return;
  // Union-find over the roots: `top` leads to the root that a node descends from, through bridges too.
  const top = Int32Array.from(nodes, (node) => node.parent?.order ?? node.order);
  const rootOf = (order: number): number => {
    let root = order;
    while (top[root] !== root) root = top[root]!;
    for (let at = order; at !== root;) {
      const next = top[at]!;
      top[at] = root;
      at = next;
    }
    return root;
  };
  for (const node of nodes) {
    if (node.gap === undefined) continue;
    let before = node.order - 1;
    while (before >= 0 && rootOf(before) === node.order) before--;
    if (before < 0) continue;
    node.bridge = nodes[before]!;
    top[node.order] = rootOf(before);
  }
}
