import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import type { Filled } from "./filler.ts";
import { user } from "./operations.ts";
import { FaultProgram } from "./program.ts";
import { meaningOf, problemsOf } from "./verify.ts";

const LONG = process.env["SESSION_TREE_RUNS"] !== undefined;
const SIZE = 300;
const program = new FaultProgram();

beforeAll(() => program.build("worker", "filler"));
afterAll(() => program.remove());

async function fill(args: readonly string[], limits: string): Promise<Filled> {
  const child = program.spawn([join(program.folder, "filler.mjs"), ...args], limits);
  let printed = "";
  let errors = "";
  child.stdout!.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr!.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(errors);
  return JSON.parse(printed) as Filled;
}

/** `ulimit -f` counts in blocks of 512 bytes: each limit cuts another line elsewhere. */
const LIMITS = LONG ? Array.from({ length: 40 }, (_, index) => index + 3) : [3, 4, 7];

it.skipIf(process.platform === "win32").each(LIMITS)(
  "where a file may not grow, an append is refused, and done once there is room (limit %i)",
  async (limit) => {
    const { root } = program.place();
    const { file, acknowledged, refused, problems } = await fill([root, String(SIZE)], `ulimit -f ${limit}`);
    expect(problems).toEqual([]);
    expect(refused).toEqual(["DISK_FULL", "DISK_FULL"]);
    expect(acknowledged.length).toBeGreaterThan(0);
    const store = await openStore({ root });
    const session = await store.open(file);
    expect(session.log.heads.map(({ id }) => id)).toEqual(acknowledged);
    const next = { id: `e${acknowledged.length}`, ...user("x".repeat(SIZE)) };
    await session.append(next);
    expect(await session.append(next)).toMatchObject({ id: next.id, leaf: next.id });
    await session.close();
    await store.close();
    const meaning = await meaningOf(root);
    expect(Object.values(meaning).map(({ ids }) => ids)).toEqual([[...acknowledged, next.id]]);
    expect(await problemsOf(root, meaning)).toEqual([]);
  },
);

/** A small disk of its own; only whoever may mount one can have it. */
function smallDisk(folder: string): string {
  return `mount -t tmpfs -o size=400k tmpfs ${folder}`;
}

const mayMount =
  process.platform === "linux" &&
  spawnSync("unshare", ["-m", "sh", "-c", `${smallDisk("/mnt")} && umount /mnt`]).status === 0;

it.skipIf(!mayMount)(
  "on a disk that is full an append is refused, and done once there is room (needs root)",
  async () => {
    const folder = join(program.folder, "disk");
    mkdirSync(folder);
    const args = [join(folder, "root"), "7000", join(folder, "ballast")];
    const filler = ["exec", "unshare", "-m", "sh", "-c", `'${smallDisk(folder)} && exec "$@"'`, "sh", '"$@"'];
    const { acknowledged, refused, problems } = await fill(args, `${filler.join(" ")} || exit 1; true`);
    expect(problems).toEqual([]);
    expect(refused).toEqual(["DISK_FULL", "DISK_FULL"]);
    expect(acknowledged.length).toBeGreaterThan(10);
  },
);

it.skipIf(process.platform === "win32").each([40, 64, 100])(
  "where the index may not grow, every answer comes all the same (limit %i)",
  async (limit) => {
    const jobs = [program.job({ operation: "index", fault: null, next: "nothing" })];
    const { outcomes } = await program.start({ jobs }, `ulimit -f ${limit}`).said;
    expect(outcomes.flatMap(({ problems }) => problems)).toEqual([]);
    expect(outcomes).toHaveLength(1);
  },
);
