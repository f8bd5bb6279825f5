/** Runs before any is measured. What parses with `JSON.parse` has little that could be compiled. */
const WARM_UP = { figure: 150, baseline: 20 };

/**
 * How long figure and baseline take, in milliseconds, where both are compiled: that is what a host runs. Runs are taken
 * in turns, and each begins with a swept heap (`--expose-gc`), so that none pays for what another has left behind.
 */
export function compare(figure, baseline, rounds) {
  for (let run = 0; run < WARM_UP.baseline; run++) baseline();
  for (let run = 0; run < WARM_UP.figure; run++) figure();
  const taken = { figure: [], baseline: [] };
  const time = (task) => {
    globalThis.gc?.({ type: "minor" });
    const begun = performance.now();
    task();
    return performance.now() - begun;
  };
  for (let round = 0; round < rounds; round++) {
    taken.baseline.push(time(baseline));
    taken.figure.push(time(figure));
  }
  return taken;
}
