import type { Usage } from "../format/messages.ts";

/** All tokens of a response: what it read, from the cache too, and what it wrote. */
export function tokenTotal(usage: Usage): number {
  return inputTotal(usage) + (usage.outputTokens ?? 0);
}

/** All tokens that a response read: prices go by them. */
export function inputTotal({ inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 }: Usage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens;
}

/** How large the context is behind a response; 0: unknown. */
export function contextTokensOf(usage: Usage): number {
  return usage.contextTokens ?? tokenTotal(usage);
}
