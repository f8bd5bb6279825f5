import { afterAll, beforeAll, expect, it } from "vitest";
import { lossesIn, tell } from "./counts.ts";
import { inWords, type Fault } from "./fault.ts";
import { MOVES, OPERATIONS, type OperationName } from "./operations.ts";
import { FaultProgram } from "./program.ts";
import type { Job } from "./run-job.ts";

const program = new FaultProgram();

beforeAll(() => program.build("worker"));
afterAll(() => program.remove());

const LONG = process.env["SESSION_TREE_RUNS"] !== undefined;

const CUTS = ["half", "last", "late", "one"] as const;

/** Of the codes the long form tries all, the short one the first. */
const errors = (call: Fault["call"], ...codes: string[]) =>
  codes.slice(0, LONG ? codes.length : 1).map((code) => ({ call, kind: "error" as const, code }));
const cuts = (kind: "short" | "full" | "flip") =>
  (LONG || kind === "full" ? CUTS : CUTS.slice(0, 2)).map((at) => ({ call: "write" as const, kind, at }));

const FAULTS: readonly Omit<Fault, "nth">[] = [
  ...errors("open", "EMFILE", "EROFS", "EIO"),
  ...errors("write", "EDQUOT", "ENOSPC", "EIO", "EFBIG"),
  { call: "write", kind: "error", code: "ENOSPC", always: true },
  ...cuts("short"),
  ...cuts("full"),
  { call: "write", kind: "short", at: "half", always: true },
  ...cuts("flip"),
  ...errors("sync", "EIO", "ENOSPC"),
  ...errors("stat", "EIO"),
  ...errors("link", "EIO", "ENOSPC", "EPERM"),
  ...errors("unlink", "EIO"),
  ...errors("mkdir", "ENOSPC", "EROFS"),
  ...errors("read", "EIO"),
  { call: "read", kind: "short" },
  ...errors("list", "EMFILE", "EIO"),
  ...errors("close", "EIO"),
  ...errors("watch", "EMFILE", "ENOSPC"),
];

/** A MB takes its time, and a flipped bit does not matter to what is removed. */
function suits({ kind, at }: Omit<Fault, "nth">, operation: OperationName): boolean {
  if (operation === "append 1 MB") return kind === "full" && (LONG || at === "half");
  return kind !== "flip" || !MOVES.has(operation);
}

/** What follows a refusal matters where the refused write has left something. */
function sequels({ kind }: Omit<Fault, "nth">): readonly Job["next"][] {
  return kind === "full" ? ["retry", "label", "message"] : ["retry"];
}

it.concurrent.each(Object.keys(OPERATIONS) as OperationName[])(
  "%s: whichever call fails, what was acknowledged is there and what was refused is not",
  async (operation) => {
    const faults = FAULTS.filter((fault) => suits(fault, operation));
    const jobs = faults.flatMap((fault) =>
      sequels(fault).map((next) => program.job({ operation, fault: { ...fault, nth: 1 }, next })),
    );
    const { outcomes } = await program.start({ jobs, sweep: true, coarse: !LONG }).said;
    const fired = outcomes.filter((outcome) => outcome.fired);
    const refused = fired.filter(({ error }) => error !== undefined);
    tell(`${operation}, ${refused.length} times refused`, {
      failed: fired.length,
      acknowledged: outcomes.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      lost: lossesIn(outcomes.flatMap(({ problems }) => problems)),
    });
    expect(fired.length).toBeGreaterThan(2);
    const found = outcomes.filter(({ problems }) => problems.length > 0);
    expect(found.map(({ fault, next, error, problems }) => [inWords(fault!), next, error, problems])).toEqual(
      [],
    );
  },
  LONG ? 1_200_000 : 120_000,
);
