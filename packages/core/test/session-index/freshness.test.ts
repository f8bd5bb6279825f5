import { readFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as regularFile from "../../src/log/regular-file.ts";
import { NotFoundError } from "../../src/errors.ts";
import type { SessionIndex } from "../../src/session-index/session-index.ts";
import { append, header, IndexFolder, NOW, time, user } from "./index-folder.ts";
import { expectSame } from "./expect-same.ts";

vi.mock(import("../../src/log/regular-file.ts"), async (original) => {
  const module = await original();
  return { ...module, openRegular: vi.fn(module.openRegular), readFully: vi.fn(module.readFully) };
});

let folder: IndexFolder;
let index: SessionIndex;

beforeEach(async () => {
  folder = new IndexFolder();
  index = await folder.open();
});

afterEach(() => {
  index.close();
  folder.remove();
});

/** The number of bytes that are read while `work` is done, and whether the log was opened. */
function cost(work: () => unknown): { opened: boolean; bytes: number } {
  vi.mocked(regularFile.openRegular).mockClear();
  vi.mocked(regularFile.readFully).mockClear();
  work();
  const reads = vi.mocked(regularFile.readFully).mock.results;
  const bytes = reads.reduce((total, { value }) => total + (value as number), 0);
  return { opened: vi.mocked(regularFile.openRegular).mock.calls.length > 0, bytes };
}

const LONG = "x".repeat(200_000);

describe("a log that is as it was", () => {
  it("is not opened", () => {
    const log = folder.log("s", header("s"), user("a", null), user("b", "a"));
    const first = index.summary(log, NOW);
    expect(first).toMatchObject({ id: "s", entries: 2, messages: 2, leaf: "b", title: "a" });
    const known = cost(() => expect(index.summary(log, NOW)).toEqual(first));
    expect(known).toEqual({ opened: false, bytes: 0 });
  });

  it("is read again for another dialect or another fallback id", () => {
    const log = folder.log("s", user("a", null));
    expect(index.summary(log, NOW)).toMatchObject({ id: "s", dialect: "native" });
    const other = { ...log, dialect: { ...log.dialect, name: "other" }, fallbackId: "t" };
    expect(index.summary(other, NOW)).toMatchObject({ id: "t", dialect: "other" });
  });

  it("is known after the index was closed and opened again", async () => {
    const log = folder.log("s", header("s"), user("a", null));
    index.summary(log, NOW);
    index.close();
    index = await folder.open();
    expect(cost(() => index.summary(log, NOW)).opened).toBe(false);
  });

  it("is known under its new name when its folder was moved", async () => {
    const log = folder.log("s", header("s"), user("a", null));
    index.summary(log, NOW);
    index.close();
    const moved = `${folder.path}-moved`;
    renameSync(folder.path, moved);
    const there = { ...log, file: join(moved, "s.jsonl") };
    const other = new IndexFolder();
    Object.assign(other, { index: join(moved, "index.sqlite") });
    index = await other.open();
    expect(cost(() => expect(index.summary(there, NOW).file).toBe(there.file)).opened).toBe(false);
    other.remove();
    rmSync(moved, { recursive: true });
  });
});

it("has the summaries that briefs are of, without a look at the logs, until they are replaced", () => {
  const [s, t] = ["s", "t"].map((id) => folder.log(id, header(id), user("a", null)));
  const summaries = [s!, t!].map((log) => index.summary(log, NOW));
  const briefs = [...index.briefs([s!, t!], NOW).values()].map((brief) => brief!);
  expect(cost(() => index.briefed(briefs))).toEqual({ opened: false, bytes: 0 });
  expect([...index.briefed(briefs).values()]).toEqual(summaries);
  append(t!, `${user("b", "a")}\n`);
  expect([...index.briefed(briefs).values()]).toEqual(summaries);
  index.summary(t!, NOW);
  expect([...index.briefed(briefs).keys()]).toEqual([s!.file]);
});

it("has the briefs of all logs that are as they were, and forgets those that are gone", () => {
  const [s, t, gone] = ["s", "t", "gone"].map((id) => folder.log(id, header(id), user("a", null)));
  const none = folder.log("none", "[]");
  const logs = [s!, t!, none];
  const { id, dialect, file, cwd, active, archived, messages, parentSession, relation, originId } =
    index.summary(s!, NOW);
  const brief = { id, dialect, file, cwd, active, archived, messages, parentSession, relation, originId };
  for (const log of [t!, gone!, none]) index.summary(log, NOW);
  append(t!, `${user("b", "a")}\n`);
  expect(cost(() => index.briefs(logs, NOW))).toEqual({ opened: false, bytes: 0 });
  expect(index.briefs(logs, NOW)).toEqual(
    new Map([
      [s!.file, { ...brief, no: 1, summarySum: expect.any(Number) }],
      [t!.file, undefined],
      [none.file, null],
    ]),
  );
  expect(index.briefs(logs, Date.parse(time(0)))).toEqual(
    new Map([
      [s!.file, undefined],
      [t!.file, undefined],
      [none.file, null],
    ]),
  );
  expect(index.check([s!, t!, none]).map(({ kind }) => kind)).toEqual(["stale"]);
  expect(index.briefs([folder.log("new", header("new"))], NOW).size).toBe(0);
});

it("keeps a log once that two processes read at the same time", async () => {
  const log = folder.log("s", header("s"), user("a", null));
  const other = await folder.open();
  for (const one of [index, other]) one.gather(log, NOW, true);
  append(log, `${user("b", "a")}\n`);
  const newer = index.gather(log, NOW, true);
  for (const one of [other, index]) one.keepGathered();
  expect(other.check([log])).toEqual([]);
  expect(cost(() => expect(other.summary(log, NOW)).toEqual(newer)).opened).toBe(false);
  other.close();
});

describe("a log that has grown", () => {
  it("is read from where it was left", () => {
    const log = folder.log("s", header("s"), user("a", null, LONG));
    index.summary(log, NOW);
    append(log, `${user("b", "a")}\n`);
    expect(
      cost(() => expect(index.summary(log, NOW)).toMatchObject({ entries: 2, leaf: "b" })).bytes,
    ).toBeLessThan(50_000);
    expectSame(index, log, NOW);
  });

  it("is read from its start if an earlier byte has changed too", () => {
    const log = folder.log("s", header("s"), user("a", null, "old"));
    index.summary(log, NOW);
    writeFileSync(log.file, readFileSync(log.file, "utf8").replace("old", "new"));
    append(log, `${user("b", "a")}\n`);
    expect(index.summary(log, NOW)).toMatchObject({ title: "new", entries: 2 });
  });

  it("counts a torn tail as damage until it is completed", () => {
    const log = folder.log("s", header("s"), user("a", null));
    const next = user("b", "a");
    append(log, next.slice(0, 30));
    expect(index.summary(log, NOW)).toMatchObject({ entries: 1, damage: 1 });
    append(log, `${next.slice(30)}\n`);
    expect(index.summary(log, NOW)).toMatchObject({ entries: 2, damage: 0, leaf: "b" });
    expectSame(index, log, NOW);
  });

  it("has its repeated ids and its late parents seen across readings", () => {
    const log = folder.log("s", header("s"), user("late child", "parent"), user("a", null));
    index.summary(log, NOW);
    append(log, `${user("a", null, "another")}\n${user("parent", null)}\n`);
    expect(index.summary(log, NOW)).toMatchObject({ entries: 3, damage: 1, branches: 2 });
    append(log, `${user("a", null)}\n`);
    expectSame(index, log, NOW);
  });

  it("has a broken line replaced by the intact one that comes later", () => {
    const broken = user("a", null).replace(/\}\}$/, "");
    const log = folder.log("s", header("s"), broken, user("b", "a"));
    index.summary(log, NOW);
    append(log, `${user("a", null)}\n`);
    expectSame(index, log, NOW);
    append(log, `${user("c", "b")}\n`);
    expectSame(index, log, NOW);
  });
});

describe("a log that was changed in another way", () => {
  it("is read from its start when it has shrunk", () => {
    const log = folder.log("s", header("s"), user("a", null), user("b", "a"));
    index.summary(log, NOW);
    truncateSync(log.file, header("s").length + 1 + user("a", null).length + 1);
    expect(index.summary(log, NOW)).toMatchObject({ entries: 1, leaf: "a" });
    expectSame(index, log, NOW);
  });

  it("is read from its start when another, larger file stands in its place", () => {
    const log = folder.log("s", header("s"), user("a", null));
    index.summary(log, NOW);
    rmSync(log.file);
    // ext4 gives the inode number away again at once.
    folder.log("s", header("s"), user("x", null, "other"), user("y", "x"));
    expect(index.summary(log, NOW)).toMatchObject({ title: "other", entries: 2 });
  });

  it("is read from its start when it was rewritten in the same size and its time set back", () => {
    const log = folder.log("s", header("s"), user("a", null, "old"));
    const { atime, mtime } = statSync(log.file);
    index.summary(log, NOW);
    writeFileSync(log.file, readFileSync(log.file, "utf8").replace("old", "new"));
    utimesSync(log.file, atime, mtime);
    expect(index.summary(log, NOW).title).toBe("new");
  });

  it("is read again once when it was only touched", () => {
    const log = folder.log("s", header("s"), user("a", null));
    index.summary(log, NOW);
    utimesSync(log.file, new Date(), new Date());
    expect(cost(() => index.summary(log, NOW)).opened).toBe(true);
    expect(cost(() => index.summary(log, NOW)).opened).toBe(false);
  });

  it("is not found when it is gone, and forgotten when asked", () => {
    const log = folder.log("s", header("s"), user("a", null));
    const other = folder.log("t", header("t"), user("a", null));
    index.summary(log, NOW);
    index.summary(other, NOW);
    expect(index.check([log, other])).toEqual([]);
    rmSync(log.file);
    expect(() => index.summary(log, NOW)).toThrow(NotFoundError);
    index.forgetAllBut([other.file]);
    expect(index.check([other])).toEqual([]);
  });
});

describe("time", () => {
  it("makes a message of the future count once it is there, forwards and back", () => {
    const log = folder.log("s", header("s"), user("a", null, "a", 1), user("b", "a", "b", 100));
    for (const minute of [50, 99, 100, 200, 100, 50, 0, 1]) {
      const now = Date.parse(time(minute));
      expectSame(index, log, now);
    }
  });
});

it("rebuilds and checks", async () => {
  const logs = ["s", "t", "u"].map((id) => folder.log(id, header(id), user(`${id}-1`, null)));
  expect(index.check(logs)).toEqual([{ kind: "missing", detail: "3 of 3 logs are not in it yet" }]);
  const steps: number[] = [];
  const report = await index.rebuild([...logs, { ...logs[0]!, file: "/nowhere.jsonl" }], NOW, (done) =>
    steps.push(done),
  );
  expect(report).toMatchObject({ logs: 3, failed: [{ file: "/nowhere.jsonl" }] });
  expect(steps).toEqual([1, 2, 3, 4]);
  expect(index.check(logs)).toEqual([]);
  append(logs[0]!, "x\n");
  expect(index.check(logs.slice(0, 2)).map(({ kind }) => kind)).toEqual(["stale", "extra"]);
  await index.rebuild(logs.slice(0, 1), NOW);
  expect(index.check(logs.slice(0, 1))).toEqual([]);
});
