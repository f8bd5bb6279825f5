import { appendFileSync } from "node:fs";

/** What a run of the faults counted. */
export interface Counts {
  /** Calls of the file system that were made to fail. */
  readonly failed: number;
  /** Processes that were killed. */
  readonly kills: number;
  /** Entries whose append, or whose session's making, was acknowledged. */
  readonly acknowledged: number;
  /** Of these and of those that were there before: entries that were not there in the end. */
  readonly lost: number;
}

/** Tells what a test counted: on stdout, and to whoever sums up all tests of a run. */
export function tell(what: string, counts: Partial<Counts>): void {
  process.stdout.write(`${what}: ${JSON.stringify(counts)}\n`);
  const file = process.env["SESSION_TREE_COUNTS"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
}

/** How many problems are the loss of an entry. */
export function lossesIn(problems: readonly string[]): number {
  return problems.filter((problem) => /was acknowledged and is not there|is lost$/.test(problem)).length;
}
