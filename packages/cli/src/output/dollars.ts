import type { UsageTotal } from "@session-tree/core";

/** Cents tell little of a single answer, and four decimals nothing of a large sum. */
const LARGE = 100;
const SMALLEST = 0.0001;

/** What responses cost: `$0.1234`; `≥` where only a part of them has a known cost, `unknown` where none has. */
export function showCost({ responses, cost, unpriced }: UsageTotal): string {
  if (responses > 0 && unpriced === responses) return "unknown";
  return unpriced > 0 ? `≥ ${dollars(cost)}` : dollars(cost);
}

function dollars(amount: number): string {
  if (amount > 0 && amount < SMALLEST) return `<$${SMALLEST}`;
  const digits = amount < LARGE ? 4 : 2;
  const text = amount.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `$${text}`;
}
