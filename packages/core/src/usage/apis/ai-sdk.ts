import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { billedCost } from "../billed-cost.ts";
import { amount, onlyKnown, part, sum, without } from "../raw-fields.ts";

/** The usage of one step of the AI SDK: as `generateText` gives it, or a provider of it (`LanguageModelV4Usage`). */
export function readAiSdk(usage: JsonObject): Usage {
  const { input, output } = isJsonObject(usage["inputTokens"]) ? ofProvider(usage) : ofResult(usage);
  const cacheReadTokens = amount(input["cacheRead"]);
  const cacheWriteTokens = amount(input["cacheWrite"]);
  const reasoningTokens = amount(output["reasoning"]);
  return onlyKnown({
    inputTokens:
      amount(input["noCache"]) ?? without(amount(input["total"]), cacheReadTokens, cacheWriteTokens),
    outputTokens: amount(output["total"]) ?? sum(amount(output["text"]), reasoningTokens),
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens,
    cost: billedCost(part(usage["raw"])),
  });
}

function ofProvider(usage: JsonObject): { input: JsonObject; output: JsonObject } {
  return { input: part(usage["inputTokens"]), output: part(usage["outputTokens"]) };
}

/** Version 5 has the cached and the reasoning tokens at the top. */
function ofResult(usage: JsonObject): { input: JsonObject; output: JsonObject } {
  const input = part(usage["inputTokenDetails"]);
  const output = part(usage["outputTokenDetails"]);
  return {
    input: {
      total: usage["inputTokens"],
      noCache: input["noCacheTokens"],
      cacheRead: input["cacheReadTokens"] ?? usage["cachedInputTokens"],
      cacheWrite: input["cacheWriteTokens"],
    },
    output: {
      total: usage["outputTokens"],
      text: output["textTokens"],
      reasoning: output["reasoningTokens"] ?? usage["reasoningTokens"],
    },
  };
}
