const WARM_UP = 150;

/**
 * The median time of each task, in milliseconds. Runs are taken in turns, so that a busy moment strikes all alike, and
 * each begins with a swept heap (`--expose-gc`), so that none pays for what another has left behind.
 */
export function compare(tasks, rounds) {
  const times = new Map(Object.keys(tasks).map((name) => [name, []]));
  // Compiled code is what a host runs; the first runs are not.
  for (const task of Object.values(tasks)) for (let run = 0; run < WARM_UP; run++) task();
  for (let round = 0; round < rounds; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      globalThis.gc?.({ type: "minor" });
      const begun = performance.now();
      task();
      times.get(name).push(performance.now() - begun);
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
