import type { EntryHead } from "../format/head.ts";

/** The label of each labelled entry: the last one in file order counts, whatever branch it was set on. */
export function labelsOf(heads: Iterable<EntryHead>): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { type, targetId, label } of heads) {
    if (type !== "label" || typeof targetId !== "string") continue;
    if (typeof label === "string") labels.set(targetId, label);
    else labels.delete(targetId);
  }
  return labels;
}
