import type { TreeView, TreeViewNode } from "@session-tree/core";

/** A node in drawing order. */
export interface Step {
  readonly node: TreeViewNode;
  /** How many lanes stand to its left: only branches add one. */
  readonly depth: number;
  /** First of a branch beside the main line. */
  readonly opens: boolean;
  readonly children: number;
}

/**
 * Walks a tree as it is drawn: beside branches first, then on along the main line, which leads to the active leaf, or
 * else to the newest branch. So a line without branches keeps its place, and the active leaf comes last.
 */
export function* branchWalk({ roots, nodes }: Pick<TreeView, "roots" | "nodes">): Generator<Step> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const childrenOf = new Map<string, TreeViewNode[]>();
  for (const node of nodes) {
    if (node.parentId === null) continue;
    const siblings = childrenOf.get(node.parentId);
    if (siblings === undefined) childrenOf.set(node.parentId, [node]);
    else siblings.push(node);
  }
  type Open = Omit<Step, "children">;
  const open = roots
    .flatMap((id): Open[] => (byId.has(id) ? [{ node: byId.get(id)!, depth: 0, opens: false }] : []))
    .reverse();
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const children = childrenOf.get(step.node.id) ?? [];
    yield { ...step, children: children.length };
    const main = children.find(({ active }) => active) ?? children.at(-1);
    if (main === undefined) continue;
    open.push({ node: main, depth: step.depth, opens: false });
    for (const child of children.toReversed()) {
      if (child !== main) open.push({ node: child, depth: step.depth + 1, opens: true });
    }
  }
}
