import type { Usage } from "../format/messages.ts";
import { USAGE_SUMS } from "../format/usage-fields.ts";

/** The sum of two usages; what neither tells stays unknown. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum: Usage = {};
  addTo(sum, one);
  addTo(sum, other);
  return sum;
}

/** Adds a usage to a sum; what neither tells stays unknown. */
export function addTo(sum: Usage, usage: Usage): void {
  for (const name of USAGE_SUMS) {
    const told = usage[name];
    if (told !== undefined) sum[name] = (sum[name] ?? 0) + told;
  }
}
