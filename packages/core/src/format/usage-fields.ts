import type { Usage } from "./messages.ts";

/** The fields of a usage that this format defines: all counts, and the cost. */
export const USAGE_FIELDS = [
  "inputTokens",
  "outputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "reasoningTokens",
  "cost",
] as const satisfies (keyof Usage)[];
