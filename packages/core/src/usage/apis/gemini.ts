import type { JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { amount, onlyKnown, sum, without } from "../raw-fields.ts";

/** The `usageMetadata` of a Gemini response. Thoughts are output that the candidates' count does not include. */
export function readGemini(usage: JsonObject): Usage {
  const cacheReadTokens = amount(usage["cachedContentTokenCount"]);
  const reasoningTokens = amount(usage["thoughtsTokenCount"]);
  const input = sum(amount(usage["promptTokenCount"]), amount(usage["toolUsePromptTokenCount"]));
  return onlyKnown({
    inputTokens: without(input, cacheReadTokens),
    outputTokens: sum(amount(usage["candidatesTokenCount"]), reasoningTokens),
    cacheReadTokens,
    reasoningTokens,
  });
}
