import type { Usage } from "../format/messages.ts";
import { USAGE_SUMS } from "../format/usage-fields.ts";

/** The sum of two usages; what neither tells stays unknown. */
export function addUsage(one: Usage, other: Usage): Usage {
  const result: Usage = {};
  for (const name of USAGE_SUMS) {
    const [first, second] = [one[name], other[name]];
    if (first !== undefined || second !== undefined) result[name] = (first ?? 0) + (second ?? 0);
  }
  return result;
}
