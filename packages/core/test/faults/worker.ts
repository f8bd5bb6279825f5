// A process of its own, for tests: `node --import fault.mjs worker.mjs <file>`; the file holds a `Work` as JSON. Prints a
// line for each acknowledgement, as soon as it is given, and for each outcome.
import { readFileSync, writeSync } from "node:fs";
import type { FaultLayer } from "./fault.ts";
import { runJob, type Job } from "./run-job.ts";

/** What a worker is to do. */
export interface Work {
  readonly jobs: readonly Job[];
  /** Does each job again with the fault at the next call, until it does not happen any more. */
  readonly sweep: boolean;
  /** Leaves out more and more of the calls of a long operation. */
  readonly coarse: boolean;
}

const { sessionTreeFaults: layer } = globalThis as unknown as { sessionTreeFaults: FaultLayer };
const { jobs, sweep, coarse } = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as Work;

function say(value: object): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

for (const job of jobs) {
  let nth = job.fault?.nth ?? 1;
  for (let more = true; more; nth += coarse ? nth : 1) {
    const at = job.fault === null ? job : { ...job, fault: { ...job.fault, nth } };
    const outcome = await runJob(at, layer, (done) => say({ done }));
    say({ outcome });
    more = sweep && outcome.fired;
  }
}
