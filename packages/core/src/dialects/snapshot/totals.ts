import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";

/** Where token totals stand: in the file itself, or in an object of one of these names. */
const PLACES = ["usage", "token_usage", "tokenUsage", "tokens", "totals", "token_totals", "stats"];

const COUNTS: readonly (readonly [keyof Usage, RegExp])[] = [
  ["inputTokens", /^(total_)?(input|prompt)(_tokens)?$/],
  ["outputTokens", /^(total_)?(output|completion)(_tokens)?$/],
  ["cacheReadTokens", /^(total_)?(cache_read|cached)(_input)?(_tokens)?$/],
  ["cacheWriteTokens", /^(total_)?cache_(write|creation)(_input)?(_tokens)?$/],
  ["reasoningTokens", /^(total_)?reasoning(_tokens)?$/],
];

/** The tokens that a whole session used, as its file sums them up; undefined if it does not. */
export function totalsOf(value: JsonObject): Usage | undefined {
  for (const place of [value, ...PLACES.map((name) => value[name])]) {
    const found = isJsonObject(place) ? countsOf(place) : {};
    if (Object.keys(found).length > 0) return found;
  }
  return undefined;
}

function countsOf(place: JsonObject): Usage {
  const counts = Object.entries(place).flatMap(([key, count]) => {
    const snake = key.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
    const field = COUNTS.find(([, form]) => form.test(snake))?.[0];
    return field !== undefined && typeof count === "number" && count >= 0 ? [[field, count] as const] : [];
  });
  return Object.fromEntries(counts);
}
