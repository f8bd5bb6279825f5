import type { Usage } from "../format/messages.ts";
import { groupBy } from "./group-by.ts";
import type { ModelPrices, Prices, PriceTable } from "./price-table.ts";
import type { ResponseUsage } from "./response-usage.ts";
import { inputTotal, tokenTotal } from "./token-total.ts";

/** The cost of a response in US dollars; undefined: unknown. */
export type Pricing = (response: Pick<ResponseUsage, "provider" | "model" | "usage">) => number | undefined;

/** What the log says that a response cost; else what it costs by the table. Nothing costs nothing. */
export function pricing(table: PriceTable = []): Pricing {
  const byModel = groupBy(table, ({ model }) => model);
  return ({ provider, model, usage }) => {
    if (usage.cost !== undefined) return usage.cost;
    if (tokenTotal(usage) === 0) return 0;
    const rows = model === null ? [] : (byModel.get(model) ?? []);
    const row =
      rows.find((one) => one.provider === provider) ?? rows.find((one) => one.provider === undefined);
    return row === undefined ? undefined : costAt(pricesFor(row, usage), usage);
  };
}

/** The highest tier that the response reaches. */
function pricesFor({ tiers = [], ...base }: ModelPrices, usage: Usage): Prices {
  const read = inputTotal(usage);
  const reached = tiers.filter(({ above }) => read > above);
  return reached.reduce<Prices & { above?: number }>(
    (best, tier) => (tier.above > (best.above ?? -1) ? tier : best),
    base,
  );
}

function costAt(prices: Prices, usage: Usage): number | undefined {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const oneHour = Math.min(usage.cacheWrite1hTokens ?? 0, cacheWriteTokens);
  const parts: [tokens: number, price: number | undefined][] = [
    [inputTokens, prices.input],
    [outputTokens, prices.output],
    [cacheReadTokens, prices.cacheRead],
    [cacheWriteTokens - oneHour, prices.cacheWrite],
    [oneHour, prices.cacheWrite1h],
  ];
  let cost = 0;
  for (const [tokens, price] of parts) {
    if (tokens === 0) continue;
    if (price === undefined) return undefined;
    cost += tokens * price;
  }
  return cost / 1_000_000;
}
