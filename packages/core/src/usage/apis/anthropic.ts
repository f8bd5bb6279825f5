import type { JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { addUsage } from "../add-usage.ts";
import { billedCost } from "../billed-cost.ts";
import { contextTokensOf } from "../token-total.ts";
import { amount, onlyKnown, part, parts, sum } from "../raw-fields.ts";

/** The steps of a response that end with a context: not the compaction of one, and not an adviser's. */
const SAMPLING = ["message", "fallback_message"];

/**
 * The `usage` of a Messages response. The top level has everything but what the API used to compact the context on its
 * way (`iterations` of type `compaction`), which is billed as well; what an adviser used is billed at another model's
 * price: `readAdvisorUsage` gives it.
 */
export function readAnthropic(usage: JsonObject): Usage {
  const iterations = parts(usage["iterations"]);
  const compactions = iterations.filter(({ type }) => type === "compaction").map(readTokens);
  const total = compactions.reduce(addUsage, readTokens(usage));
  // The top level adds up all steps; the context is what the last one read and wrote.
  const last = iterations.findLast(({ type }) => typeof type === "string" && SAMPLING.includes(type));
  const contextTokens =
    iterations.length > 1 && last !== undefined ? contextTokensOf(readTokens(last)) : undefined;
  return onlyKnown({ ...total, cost: billedCost(usage), contextTokens });
}

/** The counts at the top level or in one step. */
export function readTokens(usage: JsonObject): Usage {
  const written = part(usage["cache_creation"]);
  const oneHour = amount(written["ephemeral_1h_input_tokens"]);
  return onlyKnown({
    inputTokens: amount(usage["input_tokens"]),
    outputTokens: amount(usage["output_tokens"]),
    cacheReadTokens: amount(usage["cache_read_input_tokens"]),
    cacheWriteTokens:
      amount(usage["cache_creation_input_tokens"]) ??
      sum(amount(written["ephemeral_5m_input_tokens"]), oneHour),
    cacheWrite1hTokens: oneHour,
    reasoningTokens: amount(part(usage["output_tokens_details"])["thinking_tokens"]),
  });
}
