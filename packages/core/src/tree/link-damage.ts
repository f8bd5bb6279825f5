import type { Damage } from "../format/damage.ts";
import type { EntryHead } from "../format/head.ts";
import type { Tree } from "./tree.ts";

/** A head that knows its byte range. */
type Located = EntryHead & { readonly offset: number; readonly length: number };

/** Nodes that could not be linked: their parents are lost, or they are their own ancestors. */
export function linkDamage<H extends Located>(tree: Tree<H>): Damage[] {
  const found: Damage[] = [];
  for (const { head, gap } of tree.nodes) {
    if (gap === "missing")
      found.push(at(head, "gap", `the parent ${JSON.stringify(head.parentId)} is not in the log`));
    if (gap === "cycle") found.push(at(head, "cycle", "the entry is its own ancestor"));
  }
  return found;
}

/** Entries about others that are not there: they have no effect, and nothing is lost. */
export function missingTargets<H extends Located>(tree: Tree<H>): Damage[] {
  return tree.entries
    .filter(({ targetId }) => typeof targetId === "string" && tree.nodeAt(targetId) === undefined)
    .map((head) =>
      at(head, "missing-target", `its target ${JSON.stringify(head.targetId)} is not in the log`),
    );
}

function at({ offset, length }: Located, kind: Damage["kind"], detail: string): Damage {
  return { offset, length, kind, detail };
}
