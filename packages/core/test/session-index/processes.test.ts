import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openIndex } from "../../src/session-index/open-index.ts";
import type { IndexedLog } from "../../src/session-index/log-reading.ts";
import { fromLog, header, IndexFolder, NOW, user, type Contents } from "./index-folder.ts";
import { expectSame, expected } from "./expect-same.ts";
import { WorkerProgram } from "./worker-process.ts";

const NAMES = ["s1", "s2", "s3", "s4", "s5"];
const program = new WorkerProgram();
let folder: IndexFolder;
let logs: IndexedLog[];

beforeAll(() => program.build());
afterAll(() => program.remove());

beforeEach(() => {
  folder = new IndexFolder();
  logs = NAMES.map((name) => folder.log(name, header(name), user("a", null), user("b", "a"), "torn"));
});

afterEach(() => folder.remove());

/** The logs hold what a worker printed. */
function expectTrue(answers: readonly Contents[]): void {
  const truth = JSON.parse(JSON.stringify(logs.map((log) => fromLog(log, NOW)))) as Contents[];
  expect(answers).toEqual(answers.map((answer, index) => expected(answer, truth[index]!)));
}

async function expectRight(): Promise<void> {
  const index = await folder.open();
  for (const log of logs) expectSame(index, log, NOW);
  expect(index.check(logs)).toEqual([]);
  index.close();
}

it.each([
  ["there is none yet", () => undefined],
  ["it is corrupt", () => writeFileSync(folder.index, "no database\n".repeat(1000))],
])("is opened by several processes at once when %s", async (_, prepare) => {
  prepare();
  const workers = [1, 2, 3, 4].map(() => program.start([folder.path, ...NAMES]).result);
  const results = await Promise.all(workers);
  for (const { unavailable, answers } of results) {
    // A process that comes in the middle may have to do without, but never answers wrongly.
    expect([null, "locked"]).toContain(unavailable);
    if (unavailable === null) expectTrue(answers as Contents[]);
  }
  expect(results.some(({ unavailable }) => unavailable === null)).toBe(true);
  await expectRight();
  expect(readdirSync(folder.path).filter((name) => name.includes("corrupt")).length).toBeLessThanOrEqual(1);
});

it("is caught up with by several processes while they append", async () => {
  const results = await Promise.all(
    [1, 2, 3].map(() => program.start([folder.path, ...NAMES, "+30"]).result),
  );
  for (const { unavailable, problems } of results) {
    expect(unavailable).toBeNull();
    for (const problem of problems) expect(problem).toMatch(/^locked/);
  }
  for (const log of logs) expect(fromLog(log, NOW).summary.entries).toBe(2 + 3 * 30);
  await expectRight();
});

it("is sound after processes were killed in the middle of their work", async () => {
  for (let round = 0; round < 4; round++) {
    const workers = [1, 2].map(() => program.start([folder.path, ...NAMES, "+10000"]));
    await sleep(350 + round * 60);
    for (const { child } of workers) child.kill("SIGKILL");
    await Promise.allSettled(workers.map(({ result }) => result));
    await expectRight();
  }
});

it("is done without while another process holds it locked", async () => {
  const sqlite = JSON.stringify(createRequire(import.meta.url).resolve("better-sqlite3"));
  const script = `const db = new (require(${sqlite}))(process.argv[1]);
    db.exec("BEGIN EXCLUSIVE"); console.log("locked"); setInterval(() => db.open, 1000);`;
  const child = spawn(process.execPath, ["-e", script, folder.index]);
  await once(child.stdout, "data");
  const begin = performance.now();
  expect(await openIndex(folder.index, { timeout: 600 })).toMatchObject({ reason: "locked" });
  expect(performance.now() - begin).toBeGreaterThan(500);
  child.kill("SIGKILL");
  await once(child, "close");
  await expectRight();
});

/** Root may write everywhere: as root, the worker runs as nobody. */
const nobody = process.getuid?.() === 0 ? 65534 : undefined;

it.skipIf(process.platform === "win32")("is done without in a folder that can only be read", async () => {
  await expectRight();
  const before = readFileSync(folder.index);
  for (const name of readdirSync(folder.path)) chmodSync(`${folder.path}/${name}`, 0o444);
  chmodSync(program.folder, 0o755);
  chmodSync(folder.path, 0o555);
  try {
    const { unavailable } = await program.start([folder.path, ...NAMES], nobody).result;
    expect(unavailable).toBe("read-only");
  } finally {
    chmodSync(folder.path, 0o755);
  }
  expect(readFileSync(folder.index)).toEqual(before);
});
