import type { UsageTotal } from "./usage-total.ts";

/** What a host lets be used. */
export interface Budget {
  /** All tokens: input, cache and output. */
  readonly tokens?: number | undefined;
  /** US dollars. */
  readonly cost?: number | undefined;
}

/**
 * What is left of a budget, below 0 if more was used; only of what the budget limits. It comes from the log, so it is the
 * same after a restart. While responses are `unpriced`, less of the cost may be left than this says.
 */
export function budgetLeft(used: Pick<UsageTotal, "totalTokens" | "cost">, { tokens, cost }: Budget): Budget {
  return {
    ...(tokens !== undefined && { tokens: tokens - used.totalTokens }),
    ...(cost !== undefined && { cost: cost - used.cost }),
  };
}
