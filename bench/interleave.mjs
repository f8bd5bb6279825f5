import { setImmediate as nextTurn } from "node:timers/promises";

/** Runs figure and baseline in turns, so that a busy moment strikes both; each gives its own number. */
export async function interleave(figure, baseline, rounds) {
  const taken = { figure: [], baseline: [] };
  for (let round = 0; round < rounds; round++) {
    taken.baseline.push(await baseline());
    taken.figure.push(await figure());
    // Else nothing could interrupt it.
    await nextTurn();
  }
  return taken;
}

/** How long work takes, in milliseconds. */
export async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
