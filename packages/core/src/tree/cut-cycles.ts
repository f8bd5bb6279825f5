import type { EntryHead } from "../format/head.ts";
import type { MutableNode } from "./node.ts";

/** In every cycle of parents the node that is first in the file loses its parent. */
export function cutCycles<H extends EntryHead>(nodes: readonly MutableNode<H>[]): void {
  /** The walk in which a node was met; 0: not yet. */
  const walkOf = new Uint32Array(nodes.length);
  for (const start of nodes) {
    const walk = start.order + 1;
    let at: MutableNode<H> | null = start;
    while (at !== null && walkOf[at.order] === 0) {
      walkOf[at.order] = walk;
      at = at.parent;
    }
    if (at !== null && walkOf[at.order] === walk) cut(firstOf(at));
  }
}

function firstOf<H extends EntryHead>(member: MutableNode<H>): MutableNode<H> {
  let first = member;
  for (let at = member.parent; at !== null && at !== member; at = at.parent) {
    if (at.order < first.order) first = at;
  }
  return first;
}

function cut<H extends EntryHead>(node: MutableNode<H>): void {
  node.parent = null;
  node.gap = "cycle";
}
