import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { lossesIn, tell } from "./counts.ts";
import { inWords, type Cut, type Fault } from "./fault.ts";
import {
  OPERATIONS,
  promiseOf,
  type Done,
  type OperationName,
  type Place,
  type Running,
} from "./operations.ts";
import { cutPower } from "./power-cut.ts";
import { FaultProgram } from "./program.ts";
import { lost, missing } from "./run-job.ts";
import { lostFromTrash, meaningOf, problemsOf, trashedIn, type Meaning } from "./verify.ts";

const LONG = process.env["SESSION_TREE_RUNS"] !== undefined;
const program = new FaultProgram();
const totals = { kills: 0, acknowledged: 0, lost: 0 };

beforeAll(() => program.build("worker"));
afterAll(() => {
  tell("killed at a call", totals);
  program.remove();
});

const ALL = Object.keys(OPERATIONS) as OperationName[];
const operations = LONG ? ALL : (["create", "append a batch", "fork", "import more", "restore"] as const);
const CUTS: readonly Cut[] = LONG ? ["one", "half", "late", "last", "end"] : ["half", "last"];
const FAULTS: readonly Omit<Fault, "nth">[] = [
  { call: "change", kind: "kill", at: "start" },
  ...CUTS.map((at) => ({ call: "write", kind: "kill", at }) as const),
];

it.concurrent.each(operations)(
  "%s: killed at any call, and with the power cut there, everything is whole or not there",
  async (operation) => {
    const before = await meaningOf(program.template(operation));
    const whole = await undisturbed(operation);
    for (const fault of FAULTS) {
      for (let nth = 1; ; nth += LONG ? 1 : Math.ceil(nth / 3)) {
        const { place, done, killed, shadow } = await run(operation, { ...fault, nth });
        const name = inWords({ ...fault, nth });
        const dark = { ...place, root: `${place.root}-dark` };
        cutPower(place.root, shadow, dark.root);
        for (const left of [place, dark]) {
          const found = await check(left, done, place, before, whole);
          if (operation === "restore")
            found.push(...(await lostFromTrash(program.template(operation), left.root)));
          totals.lost += lossesIn(found);
          expect([name, left === dark ? "power cut" : "killed", found]).toEqual([
            name,
            expect.anything(),
            [],
          ]);
          expect([name, await retry(operation, left)]).toEqual([name, []]);
        }
        totals.acknowledged += done.flatMap(({ ids }) => ids).length;
        if (!killed) break;
        totals.kills++;
      }
    }
  },
  LONG ? 1_200_000 : 120_000,
);

/** Runs an operation in a process of its own, up to the fault. */
async function run(operation: OperationName, fault: Fault | null) {
  const place = program.place();
  const shadow = `${place.root}-shadow`;
  mkdirSync(shadow);
  const job = program.job({ operation, fault, place, shadow });
  const { done, signal, outcomes } = await program.start({ jobs: [job] }).said;
  const problems = outcomes.flatMap((outcome) => outcome.problems);
  expect(problems).toEqual([]);
  return { place, done, killed: signal === "SIGKILL", shadow };
}

/** What the store says after the operation, undisturbed. */
async function undisturbed(operation: OperationName): Promise<Meaning> {
  const { place, killed } = await run(operation, null);
  expect(killed).toBe(false);
  return meaningOf(place.root);
}

/** Each session is as it was before or as the whole operation leaves it, and what was acknowledged is there. */
async function check(
  { root }: Place,
  done: readonly Done[],
  ranIn: Place,
  before: Meaning,
  whole: Meaning,
): Promise<string[]> {
  const meaning = await meaningOf(root);
  const trashed = (await trashedIn(root)).map(({ from }) => relative(root, from));
  const kept = Object.entries(before).filter(
    ([name]) => meaning[name] !== undefined || !trashed.includes(name),
  );
  const problems = [...lost(Object.fromEntries(kept), meaning), ...(await problemsOf(root, meaning))];
  for (const { file, ids } of done)
    problems.push(...missing({ file: join(root, relative(ranIn.root, file)), ids }, meaning, root));
  const made = Object.keys(whole).find((name) => before[name] === undefined);
  for (const [name, { ids }] of Object.entries(meaning)) {
    const counts = [before[name], whole[before[name] === undefined && made !== undefined ? made : name]];
    if (!counts.some((said) => said?.ids.length === ids.length))
      problems.push(`${name} has ${ids.length} entries: neither as before nor whole`);
  }
  return problems;
}

/** Whoever comes next can do it; gives what is wrong then. */
async function retry(operation: OperationName, place: Place): Promise<string[]> {
  const store = await openStore({ root: place.root });
  const there = new Set((await store.list()).map(({ id }) => id));
  // A session that was made cannot be made again, nor deleted if it is gone, nor put back if it is there.
  const isDone =
    there.has("fresh") ||
    (operation === "delete" && !there.has("linear")) ||
    (operation === "restore" && there.has("trashed"));
  if (isDone) {
    await store.close();
    return [];
  }
  const {
    session,
    run: again,
    check: wrong = async () => [],
  }: Running = await OPERATIONS[operation](store, place);
  const done = await promiseOf(await again());
  const problems = await wrong();
  await session?.close();
  await store.close();
  const meaning = await meaningOf(place.root);
  return [
    ...problems,
    ...(done === undefined ? [] : missing(done, meaning, place.root)),
    ...(await problemsOf(place.root, meaning)),
  ];
}
