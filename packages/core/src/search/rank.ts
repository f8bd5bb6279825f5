import type { FoundOnce } from "./found.ts";

/** Among so many of the newest matches the best are sought: a common word costs no more than a rare one. */
export const RANKED = 300;

const MONTH = 30 * 24 * 3_600_000;

/**
 * The best first: how well an entry answers, less for what was said long ago (after a month three quarters, in the end
 * half). Counts nothing of the whole store, as bm25 does, so that the order is the same with an index and without.
 * @param now milliseconds since 1970
 */
export function ranked(found: readonly FoundOnce[], now: number): FoundOnce[] {
  const score = ({ weight, time }: FoundOnce): number =>
    weight * (0.5 + 0.5 / (1 + Math.max(0, now - time) / MONTH));
  return found
    .map((one) => ({ one, score: score(one) }))
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
}
