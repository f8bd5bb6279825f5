import { dependsOnTarget } from "../format/entry-kinds.ts";
import type { EntryHead } from "../format/head.ts";
import type { Tree } from "./tree.ts";

/**
 * Whether every entry stands behind all that it is linked to. Then nothing that is appended can change a link, a leaf
 * move or an edit that is there.
 */
export function isLinkedInOrder<H extends EntryHead>(tree: Tree<H>): boolean {
  if (tree.nodes.some(({ gap, parent, order }) => gap !== undefined || (parent?.order ?? -1) >= order))
    return false;
  // Hardly any log has such an entry.
  if (!tree.entries.some(({ type }) => dependsOnTarget(type))) return true;
  const passed = new Set<string>();
  for (const { id, type, targetId } of tree.entries) {
    passed.add(id);
    if (dependsOnTarget(type) && typeof targetId === "string" && !passed.has(targetId)) return false;
  }
  return true;
}
