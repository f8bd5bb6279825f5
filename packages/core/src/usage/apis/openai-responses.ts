import type { JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { billedCost } from "../billed-cost.ts";
import { amount, onlyKnown, part, without } from "../raw-fields.ts";

/** The `usage` of an OpenAI Responses response. */
export function readOpenaiResponses(usage: JsonObject): Usage {
  const details = part(usage["input_tokens_details"]);
  const cacheReadTokens = amount(details["cached_tokens"]);
  const cacheWriteTokens = amount(details["cache_write_tokens"]);
  return onlyKnown({
    inputTokens: without(amount(usage["input_tokens"]), cacheReadTokens, cacheWriteTokens),
    outputTokens: amount(usage["output_tokens"]),
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: amount(part(usage["output_tokens_details"])["reasoning_tokens"]),
    cost: billedCost(usage),
  });
}
