import type { Usage } from "../format/messages.ts";
import { addTo } from "./add-usage.ts";
import type { Pricing } from "./cost.ts";
import { groupBy } from "./group-by.ts";
import type { ResponseUsage } from "./response-usage.ts";
import { tokenTotal } from "./token-total.ts";

/** What a set of responses used. Counts that no response tells are 0. */
export interface UsageTotal {
  /** How many responses tell of their usage, each counted once. */
  readonly responses: number;
  /** Input that was neither read from a cache nor written to one. */
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** A part of `cacheWriteTokens`: what is kept for an hour. */
  readonly cacheWrite1hTokens: number;
  readonly outputTokens: number;
  /** A part of `outputTokens`. */
  readonly reasoningTokens: number;
  /** Input, cache and output together. */
  readonly totalTokens: number;
  /** US dollars, of all responses whose cost is known. */
  readonly cost: number;
  /** How many responses have an unknown cost: neither the log nor a price table tells it. */
  readonly unpriced: number;
}

/** The total of one model's responses. */
export interface ModelUsage extends UsageTotal {
  /** Null: the log does not say. */
  readonly provider: string | null;
  readonly model: string | null;
}

/** Adds up responses. */
export function totalUsage(responses: Iterable<ResponseUsage>, costOf: Pricing): UsageTotal {
  let count = 0;
  const sum: Usage = {};
  let cost = 0;
  let unpriced = 0;
  for (const response of responses) {
    count++;
    addTo(sum, response.usage);
    const own = costOf(response);
    if (own === undefined) unpriced++;
    else cost += own;
  }
  return {
    responses: count,
    inputTokens: sum.inputTokens ?? 0,
    cacheReadTokens: sum.cacheReadTokens ?? 0,
    cacheWriteTokens: sum.cacheWriteTokens ?? 0,
    cacheWrite1hTokens: sum.cacheWrite1hTokens ?? 0,
    outputTokens: sum.outputTokens ?? 0,
    reasoningTokens: sum.reasoningTokens ?? 0,
    totalTokens: tokenTotal(sum),
    cost,
    unpriced,
  };
}

/** Adds up responses for each model, the most costly one first. */
export function usageByModel(responses: Iterable<ResponseUsage>, costOf: Pricing): ModelUsage[] {
  const groups = groupBy(responses, ({ provider, model }) => JSON.stringify([provider, model]));
  return [...groups.values()]
    .map((group) => {
      const { provider, model } = group[0]!;
      return { provider, model, ...totalUsage(group, costOf) };
    })
    .sort(byCost);
}

/** The most costly first, then the one with most tokens. */
export function byCost(one: UsageTotal, other: UsageTotal): number {
  return other.cost - one.cost || other.totalTokens - one.totalTokens;
}
