import type { Damage } from "../format/damage.ts";
import type { EntryHead } from "../format/head.ts";
import type { Tree } from "./tree.ts";

/** A head that knows its byte range. */
type Located = EntryHead & { readonly offset: number; readonly length: number };

/** What could not be linked: lost parents, cycles, and annotations about entries that are not there. */
export function linkDamage<H extends Located>(tree: Tree<H>): Damage[] {
  const found: Damage[] = [];
  for (const { head, gap } of tree.nodes) {
    if (gap === "missing")
      found.push(at(head, "gap", `the parent ${JSON.stringify(head.parentId)} is not in the log`));
    if (gap === "cycle") found.push(at(head, "cycle", "the entry is its own ancestor"));
  }
  for (const head of tree.entries) {
    if (typeof head.targetId !== "string" || tree.nodeAt(head.targetId) !== undefined) continue;
    found.push(at(head, "missing-target", `its target ${JSON.stringify(head.targetId)} is not in the log`));
  }
  return found;
}

function at({ offset, length }: Located, kind: Damage["kind"], detail: string): Damage {
  return { offset, length, kind, detail };
}
