import { objectIn } from "../../answers/answer-parts.ts";
import type { JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { amount, onlyKnown, without } from "../../usage/raw-fields.ts";

const FIELDS = [
  "input_tokens",
  "cached_input_tokens",
  "cache_write_input_tokens",
  "output_tokens",
  "reasoning_output_tokens",
] as const;

/** Reads `token_count` events: the sums of a thread so far, which are told again whenever a limit changes. */
export class TokenCounts {
  #total: JsonObject = {};

  /** What was used since the event before; undefined: nothing, or it does not say. */
  since(payload: JsonObject): Usage | undefined {
    const info = objectIn(payload, "info");
    const total = objectIn(info, "total_token_usage");
    const before = this.#total;
    if (FIELDS.every((field) => total[field] === before[field])) return undefined;
    this.#total = total;
    const last = objectIn(info, "last_token_usage");
    return usageOf((field) => amount(last[field]) ?? without(amount(total[field]), amount(before[field])));
  }
}

function usageOf(tokens: (field: (typeof FIELDS)[number]) => number | undefined): Usage {
  const cacheReadTokens = tokens("cached_input_tokens");
  const cacheWriteTokens = tokens("cache_write_input_tokens");
  return onlyKnown({
    inputTokens: without(tokens("input_tokens"), cacheReadTokens, cacheWriteTokens),
    outputTokens: tokens("output_tokens"),
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: tokens("reasoning_output_tokens"),
  });
}
