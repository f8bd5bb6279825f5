import type { JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { amount, onlyKnown, sum } from "../../usage/raw-fields.ts";
import { tokenTotal } from "../../usage/token-total.ts";
import { objectAt } from "./fields.ts";

/** The tokens and the cost of a message or a step; undefined if nothing was used yet. */
export function readTokens(of: JsonObject): Usage | undefined {
  const tokens = objectAt(of, "tokens");
  const cache = objectAt(tokens, "cache");
  const reasoningTokens = amount(tokens["reasoning"]);
  const known = {
    inputTokens: amount(tokens["input"]),
    cacheReadTokens: amount(cache["read"]),
    cacheWriteTokens: amount(cache["write"]),
    reasoningTokens,
    cost: amount(of["cost"]),
  };
  const output = amount(tokens["output"]);
  // Older versions count reasoning as output; the total tells which it is.
  const counted =
    tokens["total"] === sum(known.inputTokens, known.cacheReadTokens, known.cacheWriteTokens, output);
  const usage = onlyKnown({ ...known, outputTokens: counted ? output : sum(output, reasoningTokens) });
  return tokenTotal(usage) === 0 && (usage.cost ?? 0) === 0 ? undefined : usage;
}
