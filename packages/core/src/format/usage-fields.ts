import type { Usage } from "./messages.ts";

/** The fields of a usage that add up over responses: token counts, and the cost. */
export const USAGE_SUMS = [
  "inputTokens",
  "outputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "cacheWrite1hTokens",
  "reasoningTokens",
  "cost",
] as const satisfies (keyof Usage)[];

/** All fields of a usage that this format defines. */
export const USAGE_FIELDS = [...USAGE_SUMS, "contextTokens"] as const satisfies (keyof Usage)[];
