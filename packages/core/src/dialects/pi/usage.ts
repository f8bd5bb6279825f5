import { isJsonObject } from "../../format/json.ts";
import { count, foreign, renamed } from "./fields.ts";
import { mapping, translate, type Field } from "./translate.ts";

/** pi breaks the cost down; ours is the total. */
const cost: Field = {
  read(value) {
    const total = isJsonObject(value) ? count.read(value["total"]) : undefined;
    return total && { value: total.value, rest: value };
  },
};

const USAGE = mapping({
  input: renamed("inputTokens", count),
  output: renamed("outputTokens", count),
  cacheRead: renamed("cacheReadTokens", count),
  cacheWrite: renamed("cacheWriteTokens", count),
  cacheWrite1h: renamed("cacheWrite1hTokens", count),
  reasoning: renamed("reasoningTokens", count),
  contextTokens: foreign,
  cost,
});

/** The tokens and the cost of one response. */
export const usage: Field = {
  read: (value) => (isJsonObject(value) ? { value: translate(value, USAGE) } : undefined),
};
