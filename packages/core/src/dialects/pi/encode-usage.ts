import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { putBack } from "./put-back.ts";

/** The names of our counts there. */
const NAMES = {
  inputTokens: "input",
  outputTokens: "output",
  cacheReadTokens: "cacheRead",
  cacheWriteTokens: "cacheWrite",
  cacheWrite1hTokens: "cacheWrite1h",
  reasoningTokens: "reasoning",
} as const;

/** A usage as pi has it, which reckons with its counts without asking whether they are there. */
export function encodeUsage(usage: Usage = {}): JsonObject {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, cost = 0 } = usage;
  const named = Object.entries(NAMES).map(([ours, theirs]) => [theirs, usage[ours]]);
  const known: JsonObject = {
    ...Object.fromEntries(named),
    input: inputTokens,
    output: outputTokens,
    cacheRead: cacheReadTokens,
    cacheWrite: cacheWriteTokens,
    cost: costOf(usage, cost),
  };
  const total = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
  return { totalTokens: total, ...putBack(usage, known, ...Object.keys(NAMES), "cost") };
}

/** What of a cost is known to pi already, or the sum alone. */
function costOf({ pi }: Usage, total: number): JsonObject {
  const parts = isJsonObject(pi) ? pi["cost"] : undefined;
  const known = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total };
  return isJsonObject(parts) && parts["total"] === total ? { ...known, ...parts } : known;
}
