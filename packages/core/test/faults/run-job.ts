import { cpSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { SessionTreeError } from "../../src/errors.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Session } from "../../src/store/session.ts";
import type { Fault, FaultLayer } from "./fault.ts";
import {
  MOVES,
  OPERATIONS,
  promiseOf,
  user,
  type Done,
  type OperationName,
  type Place,
  type Running,
} from "./operations.ts";
import {
  lostFromTrash,
  meaningOf,
  problemsOf,
  problemsOfIndex,
  sayTheSame,
  trashedIn,
  type Meaning,
} from "./verify.ts";

/** One operation under one fault, in a copy of a prepared store. */
export interface Job {
  readonly operation: OperationName;
  readonly fault: Fault | null;
  /** What is done after a refusal: the same again, something else, or nothing. */
  readonly next: "retry" | "label" | "message" | "nothing";
  readonly template: string;
  readonly place: Place;
  /** Where the fault layer keeps what a power cut would leave; the store is left as it is then. */
  readonly shadow?: string;
}

/** What came of it. */
export interface Outcome {
  readonly fault: Fault | null;
  readonly next: Job["next"];
  readonly fired: boolean;
  /** The code of the error that refused it. */
  readonly error?: string;
  readonly acknowledged: number;
  /** What must not be. */
  readonly problems: readonly string[];
}

/** Runs a job to its end and looks at what is left. `acknowledge` is told at once when the operation says that it is done. */
export async function runJob(
  job: Job,
  layer: FaultLayer,
  acknowledge: (done: Done) => void = () => undefined,
): Promise<Outcome> {
  const { place } = job;
  cpSync(job.template, place.root, { recursive: true, preserveTimestamps: true });
  const store = await openStore({ root: place.root });
  const { session, run, check }: Running = await OPERATIONS[job.operation](store, place);
  const memory = memoryOf(session);
  layer.arm(job.fault, place.root, job.shadow);
  const attempt = await run().then(
    (acknowledged) => ({ acknowledged }),
    (error: unknown) => ({ error }),
  );
  const { fired } = layer.disarm();
  const done = "acknowledged" in attempt ? await promiseOf(attempt.acknowledged) : undefined;
  if (done !== undefined) acknowledge(done);
  const problems: string[] = [];
  const isFlip = job.fault?.kind === "flip";
  if (!isFlip && "error" in attempt) {
    problems.push(...(await afterRefusal(job, attempt.error, session, memory)));
    problems.push(...(await goOn(job, attempt.error, session, async () => promiseOf(await run()))));
  }
  const isDone =
    !("error" in attempt) || job.next === "retry" || codeOf(attempt.error) === "DURABILITY_UNKNOWN";
  if (isDone && check !== undefined) problems.push(...(await check()));
  if (job.operation === "restore") problems.push(...(await lostFromTrash(job.template, place.root)));
  const meaning = await meaningOf(place.root);
  // A disk that writes something else may cost what was written, and nothing that was there.
  if (isFlip) problems.push(...lost(await meaningOfTemplate(job.template), meaning));
  if (!isFlip && done !== undefined) problems.push(...missing(done, meaning, place.root));
  if (!isFlip) problems.push(...(await disagreement(session, meaning, place.root)));
  await session?.close();
  await store.close();
  if (job.shadow === undefined) {
    problems.push(...(await (isFlip ? problemsOfIndex : problemsOf)(place.root, meaning)));
    rmSync(place.root, { recursive: true });
  }
  return {
    fault: job.fault,
    next: job.next,
    fired,
    ...("error" in attempt && { error: codeOf(attempt.error) }),
    acknowledged: done?.ids.length ?? 0,
    problems,
  };
}

/** A refused operation has changed nothing; one whose durability is unknown is in the log and in the memory. */
async function afterRefusal(
  { operation, place, template }: Job,
  error: unknown,
  session: Session | undefined,
  memory: unknown,
): Promise<string[]> {
  if (!(error instanceof SessionTreeError)) return [`the error is not one of ours: ${String(error)}`];
  const meaning = await meaningOf(place.root);
  if (error.code === "DURABILITY_UNKNOWN") return disagreement(session, meaning, place.root);
  const problems: string[] = [];
  if (!sayTheSame(meaning, await meaningOfTemplate(template)))
    problems.push("the refused operation changed what the store says");
  const isMove = MOVES.has(operation);
  if (isMove && (await itemsIn(place.root)) !== (await itemsIn(template)))
    problems.push("the refused operation changed what is in the trash");
  if (!isDeepStrictEqual(memoryOf(session), memory))
    problems.push("the refused operation changed the memory of the session");
  return problems;
}

async function itemsIn(root: string): Promise<string> {
  return (await trashedIn(root)).map(({ item }) => item).join();
}

/** What cannot be done again once it is done. */
const ONCE: ReadonlySet<OperationName> = new Set(["create at once", "delete", "restore"]);

/** The operation is tried again with the same ids, or something else is done. */
async function goOn(
  { operation, next, place }: Job,
  error: unknown,
  session: Session | undefined,
  retry: () => Promise<Done | undefined>,
): Promise<string[]> {
  // What is done, although its sync failed, cannot be done again.
  const isDone = codeOf(error) === "DURABILITY_UNKNOWN";
  if (isDone && ONCE.has(operation)) return [];
  try {
    if (next === "label" && session !== undefined && session.leaf !== null)
      await session.label(session.leaf, "then");
    if (next === "message") await session?.append({ id: "other", ...user("something else") });
    if (next !== "retry") return [];
    const done = await retry();
    return done === undefined ? [] : missing(done, await meaningOf(place.root), place.root);
  } catch (thrown) {
    return [`what followed the refusal failed: ${String(thrown)}`];
  }
}

/** An open session says what one who opens it now is told. */
async function disagreement(session: Session | undefined, meaning: Meaning, root: string): Promise<string[]> {
  if (session === undefined) return [];
  const there = meaning[relative(root, session.file)];
  if (there === undefined)
    return session.leaf === null ? [] : [`${relative(root, session.file)} is not there`];
  const problems: string[] = [];
  if (there.leaf !== session.leaf)
    problems.push(`the leaf is ${session.leaf}, but ${there.leaf} after a restart`);
  if (!isDeepStrictEqual((await session.project()).messages, there.messages))
    problems.push("the projection is another one after a restart");
  return problems;
}

function memoryOf(session: Session | undefined): unknown {
  return session === undefined ? undefined : [session.leaf, session.log.heads.map(({ id }) => id)];
}

export function missing({ file, ids }: Done, meaning: Meaning, root: string): string[] {
  const said = meaning[relative(root, file)];
  if (said === undefined) return [`${relative(root, file)} was acknowledged and is not there`];
  const there = new Set(said.ids);
  return ids.filter((id) => !there.has(id)).map((id) => `${id} was acknowledged and is not there`);
}

/** What was there before and is not any more. */
export function lost(before: Meaning, after: Meaning): string[] {
  return Object.entries(before).flatMap(([name, { ids }]) => {
    const left = new Set(after[name]?.ids);
    return ids.filter((id) => !left.has(id)).map((id) => `${name}: ${id} was there and is lost`);
  });
}

let known: { readonly template: string; readonly meaning: Meaning } | undefined;

async function meaningOfTemplate(template: string): Promise<Meaning> {
  if (known?.template !== template) known = { template, meaning: await meaningOf(template) };
  return known.meaning;
}

function codeOf(error: unknown): string {
  return error instanceof SessionTreeError ? error.code : String(error);
}
