import { expect, test } from "vitest";
import type { Usage } from "../../src/format/messages.ts";
import { budgetLeft } from "../../src/usage/budget-left.ts";
import { pricing } from "../../src/usage/cost.ts";
import { readPriceTable, type PriceTable } from "../../src/usage/price-table.ts";
import { totalUsage, usageByModel } from "../../src/usage/usage-total.ts";

const table: PriceTable = [
  { model: "opus", input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, cacheWrite1h: 10 },
  { model: "opus", provider: "bedrock", input: 6, output: 30 },
  {
    model: "gemini",
    input: 1,
    output: 10,
    tiers: [
      { above: 500_000, input: 4, output: 40 },
      { above: 200_000, input: 2, output: 20, cacheRead: 1 },
    ],
  },
];

function costOf(usage: Usage, model: string | null = "opus", provider: string | null = null) {
  return pricing(table)({ usage, model, provider });
}

test("the log's own cost counts before the table's", () => {
  expect(costOf({ inputTokens: 1e6, cost: 0.5 })).toBe(0.5);
  expect(costOf({ inputTokens: 1e6, cost: 0 })).toBe(0);
});

test("each part has its price, and what is kept for an hour another one", () => {
  const usage = {
    inputTokens: 1e6,
    outputTokens: 2e6,
    cacheReadTokens: 4e6,
    cacheWriteTokens: 3e6,
    cacheWrite1hTokens: 1e6,
    reasoningTokens: 1e6,
  };
  expect(costOf(usage)).toBe(5 + 50 + 2 + 12.5 + 10);
});

test("the row that names the provider comes first", () => {
  expect(costOf({ inputTokens: 1e6 }, "opus", "bedrock")).toBe(6);
  expect(costOf({ inputTokens: 1e6 }, "opus", "anthropic")).toBe(5);
});

test("tiers go by all that was read, and replace all prices", () => {
  expect(costOf({ inputTokens: 200_000 }, "gemini")).toBe(0.2);
  expect(costOf({ inputTokens: 100_000, cacheReadTokens: 100_001 }, "gemini")).toBeCloseTo(0.3, 5);
  expect(costOf({ inputTokens: 1e6, outputTokens: 1e6 }, "gemini")).toBe(44);
});

test("what is not known is never guessed", () => {
  expect(costOf({ inputTokens: 1 }, "other")).toBeUndefined();
  expect(costOf({ inputTokens: 1 }, null)).toBeUndefined();
  expect(costOf({ cacheReadTokens: 1 }, "gemini")).toBeUndefined();
  expect(costOf({ cacheReadTokens: 1 }, "opus", "bedrock")).toBeUndefined();
  expect(costOf({}, "other")).toBe(0);
});

test("totals, by model too, count what has no price", () => {
  const response = (key: string, model: string, usage: Usage) => ({ key, provider: null, model, usage });
  const responses = [
    response("1", "other", { inputTokens: 7, outputTokens: 3 }),
    response("2", "opus", { inputTokens: 1e6, cacheReadTokens: 1e6 }),
    response("3", "opus", { outputTokens: 1e6, reasoningTokens: 10, cost: 1 }),
  ];
  const total = totalUsage(responses, pricing(table));
  expect(total).toEqual({
    responses: 3,
    inputTokens: 1_000_007,
    cacheReadTokens: 1_000_000,
    cacheWriteTokens: 0,
    cacheWrite1hTokens: 0,
    outputTokens: 1_000_003,
    reasoningTokens: 10,
    totalTokens: 3_000_010,
    cost: 6.5,
    unpriced: 1,
  });
  expect(usageByModel(responses, pricing())).toMatchObject([
    { model: "opus", provider: null, responses: 2, cost: 1, unpriced: 1 },
    { model: "other", responses: 1, cost: 0, unpriced: 1 },
  ]);
});

test("what is left of a budget", () => {
  const used = { totalTokens: 300, cost: 1.25 };
  expect(budgetLeft(used, { tokens: 1000 })).toEqual({ tokens: 700 });
  expect(budgetLeft(used, { tokens: 100, cost: 5 })).toEqual({ tokens: -200, cost: 3.75 });
  expect(budgetLeft(used, {})).toEqual({});
});

test("a price table of a person's", () => {
  expect(readPriceTable(structuredClone(table))).toEqual(table);
  expect(() => readPriceTable({ opus: 5 })).toThrow(/^No price table: /);
  expect(() => readPriceTable([{ model: "m", cacheread: 1 }])).toThrow(/cacheread.* at 0$/);
  expect(() => readPriceTable([{ model: "m", tiers: [{ above: -1 }] }])).toThrow(/ at 0\.tiers\.0\.above$/);
});
