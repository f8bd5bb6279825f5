import type { LocatedHead } from "../log/log-map.ts";
import type { TreeNode } from "../tree/node.ts";
import type { Tree } from "../tree/tree.ts";

/** On which branch the entries of a log are, by their offsets; plain data, so that it can be kept. */
export interface Branches {
  /** The active leaf, or null; then the other leaves, the newest first. */
  readonly leaves: readonly (string | null)[];
  /** Offsets in file order, each with the place of the leaf that the entries from there on belong to. */
  readonly runs: readonly (readonly [offset: number, leaf: number])[];
}

/** An entry that lies on several branches belongs to the active one, or else to the newest. */
export function branchesOf(tree: Tree<LocatedHead>, active: TreeNode<LocatedHead> | null): Branches {
  const others = tree.leaves().filter((leaf) => leaf !== active);
  const leaves = [active, ...others.toReversed()];
  const leafOf = new Map<TreeNode<LocatedHead>, number>();
  for (const [index, leaf] of leaves.entries()) {
    for (let node = leaf; node !== null && !leafOf.has(node); node = node.parent ?? node.bridge)
      leafOf.set(node, index);
  }
  const runs: [number, number][] = [];
  const inFile = tree.nodes.toSorted((one, other) => one.head.offset - other.head.offset);
  for (const node of inFile) {
    const leaf = leafOf.get(node) ?? 0;
    if (runs.at(-1)?.[1] !== leaf) runs.push([node.head.offset, leaf]);
  }
  return { leaves: leaves.map((leaf) => leaf?.head.id ?? null), runs };
}

/** The leaf of the branch that the entry at `offset` is on, and whether it is the active branch. */
export function branchAt(
  { leaves, runs }: Branches,
  offset: number,
): { leaf: string | null; active: boolean } {
  let [low, high] = [0, runs.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (runs[middle]![0] <= offset) low = middle;
    else high = middle - 1;
  }
  const leaf = runs[low]?.[1] ?? 0;
  return { leaf: leaves[leaf] ?? null, active: leaf === 0 && leaves[0] !== null };
}
