import type { JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { billedCost } from "../billed-cost.ts";
import { amount, onlyKnown, part, without } from "../raw-fields.ts";

/** The `usage` of a Chat Completions response, of OpenAI and of those who speak its language. */
export function readOpenaiChat(usage: JsonObject): Usage {
  const prompt = amount(usage["prompt_tokens"]);
  const completion = amount(usage["completion_tokens"]);
  const details = part(usage["prompt_tokens_details"]);
  const cacheReadTokens =
    amount(details["cached_tokens"]) ??
    // DeepSeek, then Kimi.
    amount(usage["prompt_cache_hit_tokens"]) ??
    amount(usage["cached_tokens"]);
  const cacheWriteTokens = amount(details["cache_write_tokens"]);
  const reasoningTokens =
    amount(part(usage["completion_tokens_details"])["reasoning_tokens"]) ?? amount(usage["reasoning_tokens"]);
  return onlyKnown({
    inputTokens: without(prompt, cacheReadTokens, cacheWriteTokens),
    outputTokens: outputOf(amount(usage["total_tokens"]), prompt, completion, reasoningTokens),
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens,
    cost: billedCost(usage),
  });
}

/** xAI does not count reasoning as a part of the completion: its total then is the sum of all three. */
function outputOf(
  total: number | undefined,
  prompt = 0,
  completion: number | undefined,
  reasoning = 0,
): number | undefined {
  if (completion === undefined) return undefined;
  return total === prompt + completion + reasoning ? completion + reasoning : completion;
}
