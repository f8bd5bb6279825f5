import type { Usage } from "../format/messages.ts";
import { addTo, addUsage } from "./add-usage.ts";
import { type ResponseUsage, tellsMore } from "./response-usage.ts";

/** A sum over responses that goes on with every entry; plain data of a bounded size. */
export interface RunningSum {
  readonly settled: Usage;
  /** The last responses, oldest first: further entries may tell of them. */
  recent: Pick<ResponseUsage, "key" | "usage">[];
}

/**
 * How many responses are kept open. Entries of one response stand in a row, but for tool results and for what other
 * writers append meanwhile.
 */
const OPEN = 4;

export function startSum(): RunningSum {
  return { settled: {}, recent: [] };
}

/** Takes in what an entry tells of a response, in file order. */
export function takeIn(sum: RunningSum, { key, usage }: ResponseUsage): void {
  const at = sum.recent.findIndex((response) => response.key === key);
  if (at < 0) sum.recent.push({ key, usage });
  else if (tellsMore(sum.recent[at]!.usage, usage)) sum.recent[at] = { key, usage };
  while (sum.recent.length > OPEN) addTo(sum.settled, sum.recent.shift()!.usage);
}

/** The sum so far, with each response once. */
export function sumOf({ settled, recent }: RunningSum): Usage {
  return recent.reduce((total, { usage }) => addUsage(total, usage), settled);
}
