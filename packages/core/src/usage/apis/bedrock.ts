import type { JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { amount, onlyKnown, parts, sum } from "../raw-fields.ts";

/** The `usage` of a Bedrock Converse response. It does not tell reasoning apart. */
export function readBedrock(usage: JsonObject): Usage {
  const oneHour = parts(usage["cacheDetails"]).filter(({ ttl }) => ttl === "1h");
  return onlyKnown({
    inputTokens: amount(usage["inputTokens"]),
    outputTokens: amount(usage["outputTokens"]),
    cacheReadTokens: amount(usage["cacheReadInputTokens"]),
    cacheWriteTokens: amount(usage["cacheWriteInputTokens"]),
    cacheWrite1hTokens: sum(...oneHour.map(({ inputTokens }) => amount(inputTokens))),
  });
}
