import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildLog } from "@session-tree/test-fixtures";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SessionTreeError } from "../../src/errors.ts";
import { openStore } from "../../src/store/open-store.ts";

const LINES = [
  ...buildLog({
    seed: 7,
    entries: 30,
    branching: 0.3,
    compactEvery: 12,
    lengths: [{ share: 1, longest: 80 }],
  }),
];

type Blow =
  | { kind: "flip"; at: number; byte: number }
  | { kind: "cut" | "remove"; at: number; length: number }
  | { kind: "insert"; at: number; bytes: Uint8Array }
  | { kind: "swap"; one: number; other: number };

const at = fc.nat(1 << 20);
const blow: fc.Arbitrary<Blow> = fc.oneof(
  fc.record({ kind: fc.constant("flip" as const), at, byte: fc.nat(255) }),
  fc.record({ kind: fc.constantFrom("cut" as const, "remove" as const), at, length: fc.nat(300) }),
  fc.record({ kind: fc.constant("insert" as const), at, bytes: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant("swap" as const), one: at, other: at }),
);

function strike(bytes: Buffer, one: Blow): Buffer {
  if (one.kind === "swap") {
    const lines = bytes.toString("latin1").split("\n");
    const [a, b] = [one.one % lines.length, one.other % lines.length];
    [lines[a], lines[b]] = [lines[b]!, lines[a]!];
    return Buffer.from(lines.join("\n"), "latin1");
  }
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

/** Ids of the lines that came through untouched. */
function intactIds(bytes: Buffer): string[] {
  const left = new Set(bytes.toString("latin1").split("\n").slice(0, -1));
  return LINES.slice(1)
    .map((line) => line.toString("latin1").trimEnd())
    .filter((line) => left.has(line))
    .map((line) => (JSON.parse(line) as { id: string }).id);
}

test(
  "whatever happens to a log's bytes: intact lines are read, every answer comes, and no byte changes",
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(blow, { minLength: 1, maxLength: 6 }), async (blows) => {
        const root = mkdtempSync(join(tmpdir(), "session-tree-"));
        const file = join(root, "log.jsonl");
        const bytes = blows.reduce(strike, Buffer.concat(LINES));
        writeFileSync(file, bytes);
        const { mtimeMs } = statSync(file);
        const store = await openStore({ root, durability: "process" });
        try {
          await answerEverything(store, file, root, intactIds(bytes));
        } catch (error) {
          // A log of which nothing is left is no session; nothing else may fail.
          expect(error).toBeInstanceOf(SessionTreeError);
          expect(error).toMatchObject({ code: expect.stringMatching(/NOT_A_SESSION/) as string });
          expect(intactIds(bytes)).toEqual([]);
        } finally {
          await store.close();
        }
        expect(readFileSync(file)).toEqual(bytes);
        expect(statSync(file).mtimeMs).toBe(mtimeMs);
        rmSync(root, { recursive: true });
      }),
      { numRuns: 150 },
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
  const { nodes } = await session.tree();
  const found = new Set(nodes.map(({ id }) => id));
  expect(intact.filter((id) => !found.has(id))).toEqual([]);
  await store.resolve(file, { cwd });
  await store.doctor({ session: file });
  for (const { id } of nodes.slice(0, 5)) await session.project({ at: id });
  const projection = await session.project();
  const fork = await store.fork(session, { cwd });
  expect((await fork.project()).messages).toEqual(projection.messages);
  const imported = await store.import(file);
  const kept = new Set((await imported.session.tree()).nodes.map(({ id }) => id));
  expect(intact.filter((id) => !kept.has(id))).toEqual([]);
  expect(await imported.session.project()).toMatchObject({ messages: projection.messages });
  await Promise.all([session.close(), fork.close(), imported.session.close()]);
}
