import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileSource } from "../../src/log/file-source.ts";
import type { IndexUnavailable } from "../../src/session-index/index-unavailable.ts";
import { openIndex } from "../../src/session-index/open-index.ts";
import { SessionIndex } from "../../src/session-index/session-index.ts";
import type { IndexedLog } from "../../src/session-index/log-reading.ts";
import { append, header, IndexFolder, NOW, user } from "./index-folder.ts";
import { expectSame } from "./expect-same.ts";

let folder: IndexFolder;
let logs: IndexedLog[];

beforeEach(() => {
  folder = new IndexFolder();
  logs = ["s", "t", "u"].map((id) => folder.log(id, header(id), user("a", null), user("b", "a")));
});

afterEach(() => folder.remove());

/** Builds an index of all logs and closes it. */
async function build(): Promise<void> {
  const index = await folder.open();
  for (const log of logs) index.summary(log, NOW);
  index.close();
}

/** Opens the index that is there, whatever it is, and finds that its answers are right. */
async function expectRight(): Promise<void> {
  const index = await folder.open();
  for (const log of logs) expectSame(index, log, NOW);
  expect(index.check(logs)).toEqual([]);
  index.close();
}

function asides(): string[] {
  return readdirSync(folder.path).filter((name) => name.includes("corrupt"));
}

/** Runs SQL on the index as another program might. */
function tamper(sql: string): void {
  const database = new Database(folder.index);
  database.exec(sql);
  database.close();
}

async function unavailable(): Promise<IndexUnavailable> {
  const opened = await openIndex(folder.index, { timeout: 300 });
  if (!(opened instanceof SessionIndex)) return opened;
  opened.close();
  throw new Error("it was opened");
}

describe("an index that is built anew", () => {
  it("is for its owner only", async () => {
    const index = await folder.open();
    index.summary(logs[0]!, NOW);
    for (const name of ["index.sqlite", "index.sqlite-wal"]) {
      expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o600);
    }
    index.close();
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["garbage", () => Buffer.from("this is no database\n".repeat(500))],
    ["cut off in its header", (bytes) => bytes.subarray(0, 50)],
    ["cut off in its schema", (bytes) => bytes.subarray(0, 6000)],
    ["zeroed in its schema", (bytes) => Buffer.from(bytes).fill(0, 100, 4096)],
  ])("was %s: it is moved aside, and only the last such is kept", async (_, damage) => {
    for (let round = 0; round < 2; round++) {
      await build();
      const damaged = damage(readFileSync(folder.index));
      writeFileSync(folder.index, damaged);
      await expectRight();
      expect(asides()).toHaveLength(1);
      expect(readFileSync(join(folder.path, asides()[0]!))).toEqual(damaged);
    }
  });

  it.each([
    ["deleted", () => rmSync(folder.index)],
    ["empty", () => writeFileSync(folder.index, "")],
    ["of an older version", () => tamper("PRAGMA user_version = 0; DROP TABLE leaves; CREATE TABLE old (x)")],
  ])("was %s", async (_, change) => {
    await build();
    change();
    await expectRight();
    expect(asides()).toEqual([]);
  });

  it("lacked a table", async () => {
    await build();
    tamper("DROP TABLE heads");
    await expectRight();
    expect(asides()).toHaveLength(1);
  });

  it("turned out to be corrupt only while it was used", async () => {
    logs.push(
      folder.log("long", header("long"), ...Array.from({ length: 2000 }, (_, i) => user(`e${i}`, null))),
    );
    await build();
    const bytes = readFileSync(folder.index);
    writeFileSync(folder.index, Buffer.from(bytes).fill(0, 5 * 4096, bytes.length - 4096));
    const problems: IndexUnavailable[] = [];
    const index = await folder.open({ onProblem: (problem) => problems.push(problem) });
    for (const log of logs) append(log, `${user("z", null)}\n`);
    for (const log of logs) expectSame(index, log, NOW);
    expect(problems.map(({ reason }) => reason)).toEqual(["corrupt"]);
    expect(index.check(logs)).toMatchObject([{ kind: "unusable" }]);
    index.close();
    await expectRight();
    expect(asides()).toHaveLength(1);
  });
});

describe("rows that cannot be trusted", () => {
  it.each([
    ["a changed summary", "UPDATE sessions SET summary = replace(summary, '\"a\"', '\"x\"')"],
    ["a changed time", "UPDATE sessions SET valid_until = 1"],
    ["no JSON", "UPDATE sessions SET survey = '{'"],
    ["values of other types", "UPDATE sessions SET checksum = 5, entries = 'many', summary = x'00'"],
    ["lost entries", "DELETE FROM heads WHERE key >> 30 & 1"],
    ["entries that are no bytes", "UPDATE heads SET packed = 7"],
    ["changed entries", "UPDATE heads SET packed = replace(packed, x'0262', x'0278')"],
  ])("are read anew: %s", async (_, sql) => {
    await build();
    tamper(sql);
    for (const log of logs) append(log, `${user("c", "b")}\n`);
    await expectRight();
  });
});

it("climbs to the entries just before by their place: ids that do not ascend may be in any row", async () => {
  const ids = Array.from({ length: 130 }, (_, place) => `${(place * 7919) % 130}`);
  const log = folder.log("v", header("v"), ...ids.map((id, place) => user(id, ids[place - 1] ?? null)));
  const index = await folder.open();
  index.summary(log, NOW);
  tamper("UPDATE heads SET least = x'ff', greatest = x'' WHERE key & 0xff < 128");
  const source = FileSource.open(log.file);
  const end = index.freshEnd(log, source)!;
  expect(end.climb(end.leaf!, () => false).map(({ id }) => id)).toEqual(ids.toReversed());
  source.close();
  index.close();
});

it("gives no brief that is not what was written", async () => {
  await build();
  const index = await folder.open();
  const briefs = () => [...index.briefs(logs, NOW).values()].filter((brief) => brief !== undefined);
  expect(briefs()).toHaveLength(logs.length);
  tamper("UPDATE sessions SET brief = replace(brief, 'native', 'nativE') WHERE no = 1");
  tamper("UPDATE sessions SET brief = x'00' WHERE no = 2");
  expect(briefs()).toHaveLength(logs.length - 2);
  index.close();
});

it.each([
  ["another text", "UPDATE sessions SET summary = replace(summary, '\"a\"', '\"x\"') WHERE no = 1"],
  ["no text", "UPDATE sessions SET summary = x'00' WHERE no = 1"],
  ["no row", "DELETE FROM sessions WHERE no = 1"],
])("gives no summary of a brief that is not what was written: %s", async (_, sql) => {
  await build();
  const index = await folder.open();
  const briefs = [...index.briefs(logs, NOW).values()].map((brief) => brief!);
  tamper(sql);
  expect([...index.briefed(briefs).keys()]).toEqual(logs.slice(1).map(({ file }) => file));
  index.close();
});

it("passes over a row that names its log by no text", async () => {
  await build();
  tamper("UPDATE sessions SET file = 5 WHERE no = 1");
  const index = await folder.open();
  expect(index.briefs(logs, NOW).size).toBe(logs.length - 1);
  index.close();
  await expectRight();
});

describe("an index that is left alone", () => {
  it.each<[IndexUnavailable["reason"], string]>([
    ["newer", "PRAGMA user_version = 99"],
    ["foreign", "PRAGMA application_id = 7"],
    ["foreign", "PRAGMA application_id = 0"],
  ])("is %s", async (reason, sql) => {
    await build();
    tamper(sql);
    const before = readFileSync(folder.index);
    expect(await unavailable()).toMatchObject({ reason });
    expect(readFileSync(folder.index)).toEqual(before);
    expect(asides()).toEqual([]);
  });

  it("becomes newer while it is open", async () => {
    const problems: IndexUnavailable[] = [];
    const index = await folder.open({ onProblem: (problem) => problems.push(problem) });
    index.summary(logs[0]!, NOW);
    tamper("PRAGMA user_version = 99; UPDATE sessions SET summary = 'means something else'");
    for (const log of logs) expectSame(index, log, NOW);
    expect(problems.map(({ reason }) => reason)).toEqual(["newer"]);
    index.close();
    expect(await unavailable()).toMatchObject({ reason: "newer" });
  });
});

describe("no index", () => {
  it("without the module", async () => {
    const load = () => Promise.reject(new Error("Cannot find package 'better-sqlite3'"));
    const opened = await openIndex(folder.index, { load });
    expect(opened).toEqual({ reason: "no-module", detail: "Cannot find package 'better-sqlite3'" });
  });

  it("without a folder, or with one in its place", async () => {
    const detail = expect.any(String) as string;
    expect(await openIndex(join(folder.path, "none", "index.sqlite"))).toEqual({ reason: "io", detail });
    mkdirSync(folder.index);
    expect(await unavailable()).toMatchObject({ reason: "foreign" });
  });

  it.skipIf(process.platform === "win32")("that is a symbolic link, wherever it leads", async () => {
    const outside = join(folder.path, "outside");
    symlinkSync(outside, folder.index);
    expect(await unavailable()).toMatchObject({ reason: "foreign" });
    expect(existsSync(outside)).toBe(false);
    writeFileSync(outside, "");
    expect(await unavailable()).toMatchObject({ reason: "foreign" });
    expect(readFileSync(outside)).toHaveLength(0);
  });

  it("that can only be read", async () => {
    await build();
    // As root writes wherever it likes, SQLite is told to refuse.
    class ReadOnly extends Database {
      constructor(file: string, options: Database.Options) {
        super(file, { ...options, readonly: true });
      }
    }
    tamper("PRAGMA user_version = 0");
    const opened = await openIndex(folder.index, { load: async () => ReadOnly });
    expect(opened).toMatchObject({ reason: "read-only" });
    expect(existsSync(folder.index)).toBe(true);
  });
});

it("answers from the log when it cannot write, and says so once", async () => {
  const problems: IndexUnavailable[] = [];
  const index = await folder.open({ onProblem: (problem) => problems.push(problem) });
  index.summary(logs[0]!, NOW);
  const other = new Database(folder.index);
  other.exec("BEGIN IMMEDIATE");
  const begin = performance.now();
  for (const log of logs) {
    append(log, `${user("c", "b")}\n`);
    expectSame(index, log, NOW);
  }
  expect(problems.map(({ reason }) => reason)).toEqual(["locked"]);
  // One wait for the lock, not one for each log.
  expect(performance.now() - begin).toBeLessThan(2000);
  other.close();
  index.close();
});

it("keeps texts that SQLite cannot hold, and does not keep numbers that JSON cannot", async () => {
  const odd = ["\\ud800", "a\\u0000b", "é\\u2028", "6f9619ff-8b86-4011-b42d-00c04fc964ff"];
  const lines = odd.map((id) => user("ID", null).replaceAll("ID", id));
  const labels = odd.map(
    (id, i) =>
      `{"type":"label","id":"l${i}","parentId":"${id}","timestamp":"${id}","targetId":"${id}","label":"${id}"}`,
  );
  logs = [
    folder.log("odd", header("odd"), ...lines, ...labels),
    folder.log("numbers", header("numbers").replace("}", ',"x":1e999,"y":-0}'), ...lines),
  ];
  const index = await folder.open();
  for (const log of [...logs, ...logs]) expectSame(index, log, NOW);
  index.close();
});
