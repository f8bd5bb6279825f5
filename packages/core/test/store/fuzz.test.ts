import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildLog, logFile, logNames, sampleFile, samples } from "@session-tree/test-fixtures";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SessionTreeError } from "../../src/errors.ts";
import { isJsonObject } from "../../src/format/json.ts";
import { parseRecord } from "../../src/log/log-map.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Session } from "../../src/store/session.ts";

/** More runs: `pnpm test:long`. */
const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 100);

/** A generated log, and a log of every version and dialect. */
const LOGS: Readonly<Record<string, Buffer>> = {
  generated: Buffer.concat([
    ...buildLog({
      seed: 7,
      entries: 30,
      branching: 0.3,
      compactEvery: 12,
      lengths: [{ share: 1, longest: 80 }],
    }),
  ]),
  ...Object.fromEntries(samples.map((name) => [name, readFileSync(sampleFile(name))])),
  ...Object.fromEntries(logNames().map((name) => [name, readFileSync(logFile(name))])),
};

type Blow =
  | { kind: "flip"; at: number; byte: number }
  | { kind: "cut" | "remove"; at: number; length: number }
  | { kind: "insert"; at: number; bytes: Uint8Array }
  | { kind: "swap"; one: number; other: number }
  | { kind: "shuffle"; keys: readonly number[] }
  | { kind: "double"; at: number };

const at = fc.nat(1 << 20);
const blow: fc.Arbitrary<Blow> = fc.oneof(
  fc.record({ kind: fc.constant("flip" as const), at, byte: fc.nat(255) }),
  fc.record({ kind: fc.constantFrom("cut" as const, "remove" as const), at, length: fc.nat(300) }),
  fc.record({ kind: fc.constant("insert" as const), at, bytes: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant("swap" as const), one: at, other: at }),
  fc.record({
    kind: fc.constant("shuffle" as const),
    keys: fc.array(fc.nat(99), { minLength: 2, maxLength: 9 }),
  }),
  fc.record({ kind: fc.constant("double" as const), at }),
);

function strike(bytes: Buffer, one: Blow): Buffer {
  if (one.kind === "swap" || one.kind === "shuffle" || one.kind === "double")
    return Buffer.from(struckLines(bytes.toString("latin1").split("\n"), one).join("\n"), "latin1");
  const place = one.at % Math.max(bytes.length, 1);
  if (one.kind === "flip") {
    const flipped = Buffer.from(bytes);
    if (flipped.length > 0) flipped[place] = one.byte;
    return flipped;
  }
  if (one.kind === "insert")
    return Buffer.concat([bytes.subarray(0, place), one.bytes, bytes.subarray(place)]);
  if (one.kind === "cut") return bytes.subarray(0, place);
  return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + one.length)]);
}

function struckLines(lines: string[], one: Blow & { kind: "swap" | "shuffle" | "double" }): string[] {
  if (one.kind === "double") return lines.toSpliced(one.at % lines.length, 0, lines[one.at % lines.length]!);
  if (one.kind === "swap") {
    const [a, b] = [one.one % lines.length, one.other % lines.length];
    return lines.with(a, lines[b]!).with(b, lines[a]!);
  }
  const order = new Map(lines.map((line, index) => [line, one.keys[index % one.keys.length]!]));
  return lines.toSorted((a, b) => order.get(a)! - order.get(b)!);
}

/** Ids of the lines that came through untouched; a batch counts only as a whole. */
function intactIds(before: Buffer, after: Buffer): string[] {
  const left = new Set(after.toString("latin1").split("\n").slice(0, -1));
  return before
    .toString("latin1")
    .split("\n")
    .filter((line) => left.has(line))
    .map((line) => parseRecord(Buffer.from(line, "latin1")))
    .filter(isJsonObject)
    .filter(({ type, batch }) => typeof type === "string" && type !== "session" && batch === undefined)
    .flatMap(({ id }) => (typeof id === "string" ? [id] : []));
}

test(
  "whatever happens to a log's bytes: intact lines are read, every answer comes, and no byte changes",
  { timeout: 30_000 + numRuns * 1000 },
  async () => {
    const struck = fc.record({
      name: fc.constantFrom(...Object.keys(LOGS)),
      blows: fc.array(blow, { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(struck, async ({ name, blows }) => {
        const root = mkdtempSync(join(tmpdir(), "session-tree-"));
        const file = join(root, "log.jsonl");
        const before = LOGS[name]!;
        const bytes = blows.reduce(strike, before);
        writeFileSync(file, bytes);
        const { mtimeMs } = statSync(file);
        const store = await openStore({ root, durability: "process" });
        try {
          await answerEverything(store, file, root, intactIds(before, bytes));
        } catch (error) {
          // A log of which nothing is left is no session, and a blow may make a format of it that we only recognise.
          const { code } = error as SessionTreeError;
          if (code === "NOT_A_SESSION") expect(intactIds(before, bytes)).toEqual([]);
          else if (code !== "UNSUPPORTED_VERSION") throw error;
        } finally {
          await store.close();
        }
        expect(readFileSync(file)).toEqual(bytes);
        expect(statSync(file).mtimeMs).toBe(mtimeMs);
        rmSync(root, { recursive: true });
      }),
      { numRuns },
    );
  },
);

async function answerEverything(
  store: Awaited<ReturnType<typeof openStore>>,
  file: string,
  cwd: string,
  intact: readonly string[],
): Promise<void> {
  const session = await store.open(file);
  expect(missing(intact, await idsOf(session))).toEqual([]);
  const { nodes, damage } = await session.tree();
  const report = await store.doctor({ session: file });
  const { damage: listed } = await store.resolve(file, { cwd });
  // A list reads not every body.
  expect(listed).toBeLessThanOrEqual(damage.length);
  expect(listed).toBeGreaterThanOrEqual(damage.filter(({ kind }) => kind !== "bad-body").length);
  expect(report.damage).toMatchObject(damage);
  for (const { id } of nodes.slice(0, 5)) await session.project({ at: id });
  const projection = await session.project();
  const fork = await store.fork(session, { cwd });
  expect((await fork.project()).messages).toEqual(projection.messages);
  const imported = await store.import(file);
  expect(missing(intact, await idsOf(imported.session))).toEqual([]);
  expect((await imported.session.project()).messages).toEqual(projection.messages);
  const lines = readFileSync(imported.session.file);
  const again = await store.import(file);
  expect(again).toMatchObject({ created: false, added: 0 });
  expect(again.session.file).toBe(imported.session.file);
  expect(readFileSync(again.session.file)).toEqual(lines);
  await Promise.all([session, fork, imported.session, again.session].map((one) => one.close()));
}

async function idsOf(session: Session): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { id } of session.entries()) ids.add(id);
  return ids;
}

function missing(ids: readonly string[], there: ReadonlySet<string>): string[] {
  return ids.filter((id) => !there.has(id));
}
