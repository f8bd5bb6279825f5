import { mkdirSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { assistant, temporaryFolder, temporaryStore, user } from "../support/store.ts";

/** A clock that is set by hand. */
function clock(start = "2026-01-01T00:00:00.000Z") {
  let time = new Date(start);
  return { now: () => time, set: (iso: string) => (time = new Date(iso)) };
}

describe("continue", () => {
  test("picks the newest conversation, whatever was touched, labelled, renamed or archived since", async () => {
    const time = clock();
    const { store, cwd } = await temporaryStore({ now: time.now });
    const old = await store.create({ cwd });
    const { id } = await old.append(user("old"));
    time.set("2026-01-02T00:00:00Z");
    const wanted = await store.create({ cwd });
    await wanted.append(user("wanted"));
    time.set("2026-01-03T00:00:00Z");
    const subagent = await store.create({ cwd, relation: "subagent" });
    await subagent.append(user("subagent"));
    const archived = await store.create({ cwd });
    await archived.append(user("archived"));
    await archived.archive();
    await store.create({ cwd, eager: true, name: "no message" });
    await old.label(id, "x");
    await old.rename("renamed");
    utimesSync(old.file, new Date("2027-01-01"), new Date("2027-01-01"));
    expect((await store.continue({ cwd }))?.id).toBe(wanted.id);
  });

  test("takes no time later than now", async () => {
    const time = clock();
    const { store, cwd } = await temporaryStore({ now: time.now });
    const skewed = await store.create({ cwd });
    await skewed.append(user("from the future", { timestamp: "2030-01-01T00:00:00Z" }));
    time.set("2026-01-02T00:00:00Z");
    const wanted = await store.create({ cwd });
    await wanted.append(user("now"));
    expect((await store.newest({ cwd }))?.id).toBe(wanted.id);
    time.set("2031-01-01T00:00:00Z");
    expect((await store.newest({ cwd }))?.id).toBe(skewed.id);
  });

  test("gives nothing, and makes nothing, where there is none", async () => {
    const { store, cwd } = await temporaryStore();
    expect(await store.continue({ cwd })).toBeUndefined();
    expect(await store.list()).toEqual([]);
  });

  test("a fresh fork is the newest", async () => {
    const time = clock();
    const { store, cwd } = await temporaryStore({ now: time.now });
    const source = await store.create({ cwd });
    await source.append(user("one"));
    time.set("2026-01-01T00:00:01Z");
    await (await store.create({ cwd })).append(user("two"));
    time.set("2026-01-01T00:00:02Z");
    const fork = await store.fork(source, { cwd });
    expect((await store.newest({ cwd }))?.id).toBe(fork.id);
  });
});

describe("a project", () => {
  test("is the real path: a link to it is the same", async () => {
    const { store, cwd } = await temporaryStore();
    const link = join(temporaryFolder(), "link");
    symlinkSync(cwd, link);
    const session = await store.create({ cwd: link });
    await session.append(user("one"));
    expect((await store.newest({ cwd }))?.cwd).toBe(cwd);
    expect(await store.list({ cwd: link })).toHaveLength(1);
  });

  test("answers from a folder that was renamed or collides, as the log decides", async () => {
    const { store, root, cwd } = await temporaryStore();
    const other = temporaryFolder();
    const session = await store.create({ cwd });
    await session.append(user("one"));
    const stranger = await store.create({ cwd: other });
    await stranger.append(user("two"));
    renameSync(dirname(session.file), join(root, "projects", "any-name"));
    renameSync(stranger.file, join(root, "projects", "any-name", `${stranger.id}.jsonl`));
    expect((await store.list({ cwd })).map(({ id }) => id)).toEqual([session.id]);
    expect((await store.list({ cwd: other })).map(({ id }) => id)).toEqual([stranger.id]);
  });

  test("can move: one session, or all of a directory", async () => {
    const { store, cwd } = await temporaryStore();
    const to = temporaryFolder();
    const one = await store.create({ cwd });
    await one.append(user("one"));
    const two = await store.create({ cwd });
    await two.append(user("two"));
    expect(await store.move({ session: one.id, to })).toMatchObject([{ id: one.id, cwd: to }]);
    expect((await store.list({ cwd: to })).map(({ id }) => id)).toEqual([one.id]);
    await store.move({ from: cwd, to });
    expect(await store.list({ cwd: to })).toHaveLength(2);
  });

  test("lists what one unreadable file cannot hide", async () => {
    const notices: string[] = [];
    const { store, cwd } = await temporaryStore({ onNotice: ({ message }) => notices.push(message) });
    const session = await store.create({ cwd });
    await session.append(user("one"));
    const folder = dirname(session.file);
    mkdirSync(join(folder, "folder.jsonl"));
    symlinkSync(join(folder, "nowhere"), join(folder, "dangling.jsonl"));
    writeFileSync(join(folder, "empty.jsonl"), "");
    writeFileSync(join(folder, "other.jsonl"), '{"hello":"world"}\n');
    expect((await store.list({ cwd })).map(({ id }) => id)).toEqual([session.id]);
    expect(notices).toHaveLength(1);
    await expect(store.open(join(folder, "empty.jsonl"))).rejects.toMatchObject({ code: "NOT_A_SESSION" });
    await expect(store.open(join(folder, "other.jsonl"))).rejects.toMatchObject({ code: "NOT_A_SESSION" });
    expect(readFileSync(join(folder, "other.jsonl"), "utf8")).toBe('{"hello":"world"}\n');
  });

  test("has a session whose header is lost: its id is the file's name", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    await session.append(user("one"));
    const lines = readFileSync(session.file, "utf8").split("\n");
    writeFileSync(session.file, ["{torn", ...lines.slice(1)].join("\n"));
    expect(await store.list({})).toMatchObject([{ id: session.id, cwd: null, damage: 1, messages: 1 }]);
  });
});

describe("resolve", () => {
  test("goes from an exact id to a name, and reports what is ambiguous or absent", async () => {
    const { store, cwd } = await temporaryStore();
    const make = async (id: string, name: string, where = cwd) => {
      const session = await store.create({ cwd: where, id, name });
      await session.append(user(`text of ${id}`));
    };
    const elsewhere = temporaryFolder();
    await make("abcdef-1111111", "one");
    await make("abcdef-2222222", "two");
    await make("xyzxyz-1111111", "one", elsewhere);
    const id = async (query: string, from = cwd) => (await store.resolve(query, { cwd: from })).id;
    expect(await id("abcdef-1")).toBe("abcdef-1111111");
    expect(await id("2222222")).toBe("abcdef-2222222");
    expect(await id("1111111")).toBe("abcdef-1111111");
    expect(await id("xyzxyz-1111111")).toBe("xyzxyz-1111111");
    expect(await id("xyzxyz")).toBe("xyzxyz-1111111");
    expect(await id("one")).toBe("abcdef-1111111");
    expect(await id("one", elsewhere)).toBe("xyzxyz-1111111");
    await expect(id("abcdef")).rejects.toMatchObject({
      code: "AMBIGUOUS",
      candidates: [{ id: expect.any(String), title: expect.any(String) }, { id: expect.any(String) }],
    });
    await expect(id("one", temporaryFolder())).rejects.toMatchObject({ code: "AMBIGUOUS" });
    for (const absent of ["abc", "nothing-like-it", ""]) {
      await expect(id(absent)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  test("takes the path of a log", async () => {
    const { store, cwd } = await temporaryStore();
    const file = join(cwd, "pi.jsonl");
    writeFileSync(
      file,
      '{"type":"session","version":3,"id":"pi-1","timestamp":"2026-01-01T00:00:00Z","cwd":"/p"}\n',
    );
    expect(await store.resolve("pi.jsonl", { cwd })).toMatchObject({ id: "pi-1", dialect: "pi", cwd: "/p" });
  });

  test("names a format that is only recognised", async () => {
    const { store, cwd } = await temporaryStore();
    const file = join(cwd, "v4.jsonl");
    writeFileSync(file, '{"kind":"header","v":4,"id":"x","cwd":"/p"}\n');
    await expect(store.open(file)).rejects.toMatchObject({ code: "UNSUPPORTED_VERSION" });
  });
});

test("pi's folder is read in place, and a native copy beats it", async () => {
  const folder = temporaryFolder();
  const { store, cwd } = await temporaryStore({ sources: [{ dialect: "pi", folder }] });
  const file = join(folder, "--p--", "2026-01-01T00-00-00-000Z_pi-session.jsonl");
  mkdirSync(dirname(file));
  const message = { role: "user", content: "from pi", timestamp: 1 };
  writeFileSync(
    file,
    `${JSON.stringify({ type: "session", version: 3, id: "pi-session", timestamp: "2026-01-01T00:00:00Z", cwd })}\n` +
      `${JSON.stringify({ type: "message", id: "a", parentId: null, timestamp: "2026-01-01T00:00:01Z", message })}\n`,
  );
  expect(await store.list({ cwd })).toEqual([]);
  expect(await store.list({ cwd, source: "pi" })).toMatchObject([
    { id: "pi-session", dialect: "pi", title: "from pi" },
  ]);
  expect((await store.newerElsewhere({ cwd, than: undefined }))?.id).toBe("pi-session");
  expect((await store.resolve("pi-sess", { cwd })).dialect).toBe("pi");
  const session = await store.open("pi-session");
  await expect(session.append(user("no"))).rejects.toMatchObject({ code: "UNSUPPORTED_VERSION" });
  const before = readFileSync(file);
  const fork = await store.fork(session, { cwd });
  expect((await fork.project()).messages).toEqual((await session.project()).messages);
  await store.import(file);
  expect((await store.resolve("pi-session", { cwd })).dialect).toBe("native");
  expect(readFileSync(file)).toEqual(before);
});

test("a store in memory does what one in files does", async () => {
  const store = await openStore({ memory: true });
  const session = await store.create({ cwd: "/p", name: "n" });
  await session.append([user("one"), assistant("two")]);
  expect(await store.list({ cwd: "/p" })).toMatchObject([
    { id: session.id, name: "n", title: "one", messages: 2 },
  ]);
  const again = await store.continue({ cwd: "/p" });
  expect(again?.leaf).toBe(session.leaf);
  const fork = await store.fork(session, { cwd: "/p" });
  expect((await fork.project()).messages).toHaveLength(3);
  expect(await store.doctor()).toMatchObject({ files: 2, ok: true, damage: [] });
});

test.each(["disk", "memory"])(
  "watching a store in %s tells what is appended, of one project",
  async (where) => {
    const { store, cwd } =
      where === "disk" ? await temporaryStore() : { store: await openStore({ memory: true }), cwd: "/p" };
    const session = await store.create({ cwd });
    await session.append(user("before"));
    const abort = new AbortController();
    const seen: string[] = [];
    const watching = (async () => {
      for await (const { entry } of store.watch({ cwd, signal: abort.signal })) {
        seen.push((entry as { message: { content: string } }).message.content);
        if (seen.length === 3) break;
      }
    })();
    await setTimeout(50);
    await session.append(user("one"));
    await (
      await store.create({ cwd: where === "disk" ? temporaryFolder() : "/q" })
    ).append(user("elsewhere"));
    await session.append(user("two"));
    await (await store.create({ cwd })).append(user("three"));
    await watching;
    expect(seen).toEqual(["one", "two", "three"]);
  },
);

test("doctor locates damage, gaps, cycles and lost targets, and changes nothing", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  const { id } = await session.append(user("one", { id: "a" }));
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const bad =
    "garbage\n" +
    line({ type: "message", id: "b", parentId: "a", timestamp: "t" }) +
    line({
      type: "message",
      id: "c",
      parentId: "lost",
      timestamp: "t",
      message: { role: "user", content: "x" },
    }) +
    line({
      type: "message",
      id: "d",
      parentId: "d",
      timestamp: "t",
      message: { role: "user", content: "x" },
    }) +
    line({
      type: "message",
      id: "a",
      parentId: null,
      timestamp: "t",
      message: { role: "user", content: "other" },
    }) +
    line({ type: "label", id: "l", parentId: "a", timestamp: "t", targetId: "gone", label: "L" });
  writeFileSync(session.file, readFileSync(session.file, "utf8") + bad);
  const before = readFileSync(session.file);
  const report = await store.doctor();
  expect(report.damage.map(({ kind }) => kind)).toEqual([
    "not-json",
    "bad-body",
    "gap",
    "cycle",
    "duplicate-id",
  ]);
  expect(report.notices.map(({ kind }) => kind)).toEqual(["missing-target"]);
  expect(report.ok).toBe(false);
  expect(
    before.subarray(report.damage[0]!.offset, report.damage[0]!.offset + report.damage[0]!.length).toString(),
  ).toBe("garbage");
  expect(readFileSync(session.file)).toEqual(before);
  expect(id).toBe("a");
});

test.each(["user", "assistant", "toolResult"])(
  "an entry of another type that carries a message of %s is no message to a list or a tree, and no damage",
  async (role) => {
    const time = clock("2026-01-01T00:00:00.000Z");
    const { store, cwd } = await temporaryStore({ now: time.now });
    const session = await store.create({ cwd });
    await session.append(user("hi"));
    time.set("2026-01-02T00:00:00Z");
    const message = { role, content: "copied", toolCallId: "call" };
    const type = { type: "custom", customType: "host:copy", data: 1 };
    await session.append({ message, ...type });
    const [row] = await store.list({ cwd });
    expect(row).toMatchObject({ messages: 1, damage: 0, active: "2026-01-01T00:00:00.000Z" });
    expect((await session.tree()).nodes.map((node) => node.role)).toEqual(["user", null]);
  },
);

test("an index that cannot be used is told of once, and the logs answer", async () => {
  const notices: string[] = [];
  const { store, cwd } = await temporaryStore({ onNotice: ({ code }) => notices.push(code) });
  const session = await store.create({ cwd });
  await session.append(user("one"));
  mkdirSync(join(dirname(session.file), "index.sqlite"));
  expect(await store.list({ cwd })).toHaveLength(1);
  expect((await store.newest({ cwd }))?.id).toBe(session.id);
  expect(notices).toEqual(["INDEX_UNAVAILABLE"]);
  await expect(store.reindex()).rejects.toMatchObject({ code: "INDEX_UNAVAILABLE" });
});

test("a compaction may keep from a label on, if the label is on the path", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append(user("one", { id: "a" }));
  await session.append({ type: "label", id: "l", parentId: "a", targetId: "a", label: "L" });
  await session.append(user("two", { id: "b", parentId: "l" }));
  await session.append({ type: "compaction", id: "c", parentId: "b", summary: "S", firstKeptEntryId: "l" });
  await session.append(user("side", { id: "s", parentId: "a" }));
  await session.append({ type: "compaction", id: "d", parentId: "s", summary: "S", firstKeptEntryId: "l" });
  const kept = async (at: string) => (await session.project({ at })).provenance;
  expect(await kept("c")).toEqual(["c", "b"]);
  expect(await kept("d")).toEqual(["d"]);
});

test("a value that is nested without end costs one line, and hides no other session", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append(user("one", { id: "a" }));
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const line = (id: string) =>
    `{"type":"message","id":"${id}","parentId":"a","timestamp":"t","message":{"role":"user","content":[],"x":${deep}}}\n`;
  writeFileSync(
    session.file,
    readFileSync(session.file, "utf8") + line("b") + line("b").replace("user", "system"),
  );
  const other = await store.create({ cwd });
  const header = readFileSync((await store.create({ cwd, eager: true })).file, "utf8").trimEnd();
  writeFileSync(other.file, `${header.slice(0, -1)},"x":${deep}}\n${line("c")}`);
  expect(await store.list({ archived: true })).toHaveLength(3);
  const again = await store.open(session.file);
  expect((await again.tree()).nodes.map(({ id }) => id)).toEqual(["a", "b"]);
  expect((await again.project({ at: "b" })).repairs.map(({ kind }) => kind)).toEqual(["bad-body"]);
  expect((await store.fork(again, { at: "b", cwd })).leaf).toBe("b");
  await store.import(session.file);
  const { damage } = await store.doctor({ session: session.file });
  expect(damage.map(({ kind }) => kind)).toEqual(["bad-body", "duplicate-id"]);
  await expect(again.append(user("x", { data: JSON.parse(deep) as unknown }))).rejects.toMatchObject({
    code: "INVALID_ENTRY",
  });
});

test("doctor goes on behind a log that it cannot read", async () => {
  const notices: string[] = [];
  const { store, cwd } = await temporaryStore({ onNotice: ({ code }) => notices.push(code) });
  const session = await store.create({ cwd });
  await session.append(user("one"));
  writeFileSync(session.file, `${readFileSync(session.file, "utf8")}garbage\n`);
  symlinkSync("nowhere", join(dirname(session.file), "0.jsonl"));
  expect((await store.doctor()).damage.map(({ kind }) => kind)).toEqual(["not-json"]);
  expect(notices).toContain("UNREADABLE_LOG");
});

test("a log full of torn first tries is read in one go", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd, eager: true });
  const torn = Array.from(
    { length: 20_000 },
    (_, at) => `{"type":"message","id":"e${at}","parentId":null,"mess\n`,
  );
  const whole = Array.from(
    { length: 20_000 },
    (_, at) => `${JSON.stringify(user("x", { id: `e${at}`, parentId: null, timestamp: "t" }))}\n`,
  );
  writeFileSync(session.file, readFileSync(session.file, "utf8") + torn.join("") + whole.join(""));
  const again = await store.open(session.file);
  expect(again.log.heads).toHaveLength(20_000);
  expect((await again.damage()).every(({ kind }) => kind === "duplicate-id")).toBe(true);
});
