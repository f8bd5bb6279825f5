import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { tell } from "./counts.ts";
import { FaultProgram } from "./program.ts";
import { meaningOf, problemsOf } from "./verify.ts";
import { user } from "./operations.ts";

const LONG = process.env["SESSION_TREE_RUNS"] !== undefined;
/** How many writers there are at once, and how long their lines are. */
const ROUNDS: readonly (readonly number[])[] = [
  [200, 1 << 20],
  [200, 5_000, 60_000],
  [1 << 20, 1 << 20, 300],
  [100, 200, 300, 400, 5_000, 60_000, 1 << 20, 1 << 20],
];
const KILLS = LONG ? 500 : 14;

const program = new FaultProgram();
const folder = mkdtempSync(join(tmpdir(), "writers-"));

beforeAll(() => program.build("writer"));
afterAll(() => {
  program.remove();
  rmSync(folder, { recursive: true });
});

/** Lets a writer write for a moment, then kills it; gives what was acknowledged. */
async function killedWriter(
  root: string,
  file: string,
  size: number,
  tag: string,
  delay: number,
): Promise<string[]> {
  const child = program.spawn([join(program.folder, "writer.mjs"), root, file, String(size), tag]);
  let printed = "";
  child.stdout!.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, "close");
  await Promise.race([once(child.stdout!, "data"), ended]);
  await sleep(delay);
  child.kill("SIGKILL");
  await ended;
  return printed.split("\n").slice(0, -1);
}

it(
  "what several writers were told to be written is there after they were killed, and no line is mixed",
  async () => {
    const totals = { kills: 0, acknowledged: 0, lost: 0, damaged: 0 };
    for (let round = 0; totals.kills < KILLS; round++) {
      // On a real disk, where a write takes long enough to be killed in.
      const root = join(folder, String(round));
      const { cwd } = program.place();
      const store = await openStore({ root, durability: "process" });
      const { file } = await store.create({ cwd, eager: true });
      const sizes = ROUNDS[round % ROUNDS.length]!;
      // Two times: the second writers find what the killed ones have left.
      for (const half of ["a", "b"]) {
        const writers = sizes.map((size, index) =>
          killedWriter(root, file, size, `${half}${index}`, (round * 37 + index * 29) % 150),
        );
        const acknowledged = (await Promise.all(writers)).flat();
        const session = await store.open(file);
        const isThere = (id: string) => {
          const head = session.log.head(id);
          return head !== undefined && session.log.isIntact(head);
        };
        totals.lost += acknowledged.filter((id) => !isThere(id)).length;
        totals.acknowledged += acknowledged.length;
        totals.kills += sizes.length;
        const { leaf } = await session.append(user(`after ${half}`));
        expect((await store.open(file)).leaf).toBe(leaf);
      }
      totals.damaged += (await store.doctor()).damage.length;
      await store.close();
      expect(await problemsOf(root, await meaningOf(root))).toEqual([]);
    }
    const { damaged, ...counts } = totals;
    tell(`killed writers, ${damaged} torn lines`, counts);
    expect(totals.acknowledged).toBeGreaterThan(totals.kills);
    expect(totals.lost).toBe(0);
  },
  LONG ? 3_600_000 : 120_000,
);
