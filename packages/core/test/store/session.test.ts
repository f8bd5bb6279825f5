import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import {
  InvalidEntryError,
  LeafMovedError,
  SessionGoneError,
  UnsupportedVersionError,
} from "../../src/errors.ts";
import { assistant, temporaryStore, toolCall, toolResult, user } from "../support/store.ts";

const lines = (file: string) => readFileSync(file, "utf8").split("\n").filter(Boolean);
const parsed = (file: string) => lines(file).map((line) => JSON.parse(line) as Record<string, unknown>);

describe("a new session", () => {
  test("has no file until its first entry", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    expect(existsSync(session.file)).toBe(false);
    await session.append(user("hi"));
    expect(parsed(session.file).map(({ type }) => type)).toEqual(["session", "message"]);
  });

  test("has its file at once when it is asked to be eager", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd, eager: true, name: "named" });
    expect(parsed(session.file)).toEqual([
      expect.objectContaining({ id: session.id, cwd, name: "named", version: 2 }),
    ]);
  });

  test("keeps others out: folders 0700, files 0600", async () => {
    const { store, cwd } = await temporaryStore();
    const { file } = await store.create({ cwd, eager: true });
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([mode(file), mode(file.slice(0, file.lastIndexOf("/")))]).toEqual(["600", "700"]);
  });

  test.each(["", "..", "../x", "a/b", "CON", "nul", "com1", "Abc", "-a", "a-", "a".repeat(65), "é", "a\0"])(
    "refuses %j as its id",
    async (id) => {
      const { store, cwd } = await temporaryStore();
      await expect(store.create({ cwd, id })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    },
  );
});

describe("append", () => {
  test("writes the envelope first, under the active leaf", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const one = await session.append(user("one"));
    const two = await session.append(assistant("two"));
    const [, first, second] = lines(session.file);
    expect(first).toMatch(/^\{"type":"message","id":"[^"]+","parentId":null,"timestamp":"[^"]+","message":/);
    expect(JSON.parse(second!)).toMatchObject({ id: two.id, parentId: one.id });
    expect(two).toEqual({ id: two.id, ids: [two.id], leaf: two.id, branched: false });
  });

  test("keeps a given id, parent and time", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const given = { id: "own", parentId: "later", timestamp: "2020-01-01T00:00:00Z" };
    await session.append(user("x", given));
    expect(parsed(session.file)[1]).toMatchObject(given);
  });

  test.each([
    ["no message", { type: "message" }],
    ["a wrong type", { type: "model_change", model: 7 }],
    ["an empty id", { type: "tag", tag: "t", on: true, id: "" }],
    ["a long id", { type: "tag", tag: "t", on: true, id: "x".repeat(129) }],
    ["no time", { type: "tag", tag: "t", on: true, timestamp: "soon" }],
    ["a BigInt", { type: "custom", customType: "c", data: 1n }],
  ])("refuses %s and changes nothing", async (_what, entry) => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const { id } = await session.append(user("one"));
    const before = readFileSync(session.file);
    await expect(session.append(entry as never)).rejects.toBeInstanceOf(InvalidEntryError);
    expect(readFileSync(session.file)).toEqual(before);
    expect(session.leaf).toBe(id);
  });

  test("is done when it returns its promise", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const promise = session.append(user("one"));
    expect(lines(session.file)).toHaveLength(2);
    await promise;
  });

  test("of several entries is a batch, each under the one before it", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const { ids } = await session.append([user("one"), assistant("two")]);
    const [, one, two] = parsed(session.file);
    expect([one!["parentId"], two!["parentId"]]).toEqual([null, ids[0]]);
    expect([one!["batch"], two!["batch"]]).toEqual([
      expect.objectContaining({ session: session.id, index: 0, size: 2 }),
      expect.objectContaining({ session: session.id, index: 1, size: 2 }),
    ]);
  });

  test("of an id that is there is done if it is the same entry, else refused", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    await session.append(user("one", { id: "a" }));
    const before = readFileSync(session.file);
    expect(await session.append(user("one", { id: "a" }))).toMatchObject({ id: "a", leaf: "a" });
    await expect(session.append(user("other", { id: "a" }))).rejects.toBeInstanceOf(InvalidEntryError);
    expect(readFileSync(session.file)).toEqual(before);
  });

  test("seals a torn tail, and the bytes stay", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    await session.append(user("one"));
    appendFileSync(session.file, '{"type":"message","id":"torn","par');
    const { id } = await session.append(user("two"));
    expect(lines(session.file)[2]).toBe('{"type":"message","id":"torn","par');
    const again = await store.open(session.file);
    expect(again.leaf).toBe(id);
    expect((await again.project()).messages).toHaveLength(2);
  });

  test("with the id of its own torn first try wins over it", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const first = await session.append(user("one"));
    appendFileSync(
      session.file,
      `{"type":"message","id":"retry","parentId":"${first.id}","timestamp":"t","mess`,
    );
    await session.append(assistant("whole", {}));
    await session.append(user("again", { id: "retry" }));
    const again = await store.open(session.file);
    expect((await again.project()).messages.at(-1)).toMatchObject({
      content: [{ type: "text", text: "again" }],
    });
  });

  test("to a session whose file is gone creates nothing", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    await session.append(user("one"));
    rmSync(session.file);
    await expect(session.append(user("two"))).rejects.toBeInstanceOf(SessionGoneError);
    expect(existsSync(session.file)).toBe(false);
  });

  test("to a file that was replaced by its copy goes into the copy; by another session, nowhere", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    await session.append(user("one"));
    writeFileSync(`${session.file}.copy`, readFileSync(session.file));
    renameSync(`${session.file}.copy`, session.file);
    const { leaf } = await session.append(user("two"));
    expect((await store.open(session.file)).leaf).toBe(leaf);

    const other = await store.create({ cwd });
    await other.append(user("other"));
    renameSync(other.file, session.file);
    await expect(session.append(user("three"))).rejects.toBeInstanceOf(SessionGoneError);
  });

  test("to a log of a newer version is refused, and the log can be read", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    await session.append(user("one"));
    appendFileSync(session.file, '{"type":"upgrade","id":"u","parentId":null,"timestamp":"t","version":9}\n');
    const again = await store.open(session.file);
    expect(again.readOnly).toBe(true);
    await expect(again.append(user("two"))).rejects.toBeInstanceOf(UnsupportedVersionError);
    expect((await again.project()).messages).toHaveLength(1);
  });
});

describe("two writers", () => {
  test("give two branches, and each keeps its own leaf", async () => {
    const { store, cwd } = await temporaryStore();
    const one = await store.create({ cwd });
    const root = await one.append(user("root"));
    const other = await store.open(one.file);
    const a = await one.append(assistant("a"));
    const b = await other.append(assistant("b"));
    expect(b).toMatchObject({ branched: true, leaf: b.id });
    const a2 = await one.append(user("a2"));
    expect(a2).toMatchObject({ branched: true, leaf: a2.id });
    const { tree } = (await store.open(one.file)).log;
    expect(tree.node(root.id)!.children.map(({ head }) => head.id)).toEqual([a.id, b.id]);
    expect(tree.node(a2.id)!.parent!.head.id).toBe(a.id);
  });

  test("expectLeaf refuses when the leaf has moved, with nothing written", async () => {
    const { store, cwd } = await temporaryStore();
    const one = await store.create({ cwd });
    const root = await one.append(user("root"));
    const other = await store.open(one.file);
    await one.append(assistant("a"));
    const before = readFileSync(one.file);
    await expect(other.append(user("b"), { expectLeaf: root.id })).rejects.toBeInstanceOf(LeafMovedError);
    expect(readFileSync(one.file)).toEqual(before);
    await expect(one.append(user("c"), { expectLeaf: one.leaf })).resolves.toMatchObject({ branched: false });
  });

  test("hear of each other", async () => {
    const { store, cwd } = await temporaryStore();
    const one = await store.create({ cwd });
    await one.append(user("root"));
    const heard = new Promise((resolve) => {
      one.on("append", resolve);
    });
    const { id } = await (await store.open(one.file)).append(user("from elsewhere"));
    expect(await heard).toMatchObject({ id });
    await one.close();
  });
});

test.each([
  ["is done", undefined],
  ["is refused", "root"],
])(
  "a listener hears what other processes wrote, even if an own append read it first and %s",
  async (_, expectLeaf) => {
    const { store, cwd } = await temporaryStore();
    const one = await store.create({ cwd });
    await one.append(user("root", { id: "root" }));
    const heard: string[] = [];
    one.on("append", ({ id }) => heard.push(id));
    await (await store.open(one.file)).append(user("theirs", { id: "theirs" }));
    const done = one.append(user("ours", { id: "ours" }), expectLeaf === undefined ? {} : { expectLeaf });
    const refused = await done.then(() => false).catch(({ code }) => code === "LEAF_MOVED");
    await new Promise(setImmediate);
    expect(heard).toEqual(refused ? ["theirs"] : ["theirs", "ours"]);
    expect(refused).toBe(expectLeaf !== undefined);
    await one.close();
  },
);

describe("the active leaf", () => {
  test("moves with checkout, and is the same after a restart", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const { ids } = await session.append([user("one"), assistant("two"), user("three")]);
    await session.checkout(ids[0]!);
    expect((await store.open(session.file)).leaf).toBe(ids[0]);
    await session.checkout(null);
    expect((await store.open(session.file)).leaf).toBeNull();
    const { id } = await session.append(user("anew"));
    expect(session.log.tree.roots().map(({ head }) => head.id)).toEqual([ids[0], id]);
  });

  test("is not moved by labels, names, tags", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const { id } = await session.append(user("one"));
    await session.label(id, "start");
    await session.rename("named");
    await session.tag("t");
    await session.archive();
    expect(session.leaf).toBe(id);
    expect((await store.open(session.file)).leaf).toBe(id);
    expect(session.labels()).toEqual(new Map([[id, "start"]]));
  });

  test("stays where it is when a late tool result arrives", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const call = await session.append(toolCall("t1"));
    const next = await session.append(user("went on"));
    await session.append(toolResult("t1", "late", { parentId: call.id }));
    expect(session.leaf).toBe(next.id);
    expect((await store.open(session.file)).leaf).toBe(next.id);
  });
});

test("an entry is found by id, label, ~n, prefix and suffix", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append([
    user("one", { id: "aaa-111" }),
    assistant("two"),
    user("three", { id: "aab-222" }),
    assistant("four", {}),
  ]);
  await session.label("aaa-111", "start");
  expect(await session.resolveEntry("aaa-111")).toBe("aaa-111");
  expect(await session.resolveEntry("start")).toBe("aaa-111");
  expect(await session.resolveEntry("aab")).toBe("aab-222");
  expect(await session.resolveEntry("222")).toBe("aab-222");
  expect(await session.resolveEntry("~2")).toBeNull();
  expect(session.log.head((await session.resolveEntry("~1"))!)?.role).toBe("assistant");
  await expect(session.resolveEntry("aa")).rejects.toMatchObject({
    code: "AMBIGUOUS",
    candidates: [
      { id: "aaa-111", title: "one" },
      { id: "aab-222", title: "three" },
    ],
  });
  await expect(session.resolveEntry("~9")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(session.resolveEntry("zzz")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("the first append to an old log adds an upgrade line, in the same write, and the old bytes stay", async () => {
  const { store, cwd } = await temporaryStore();
  const template = await store.create({ cwd, eager: true });
  const old = [
    { type: "session", version: 1, id: "old", timestamp: "2026-01-01T00:00:00Z", cwd },
    { type: "message", timestamp: "2026-01-01T00:00:01Z", message: { role: "user", content: "one" } },
    { type: "message", timestamp: "2026-01-01T00:00:02Z", message: { role: "user", content: "two" } },
    { type: "compaction", timestamp: "2026-01-01T00:00:03Z", summary: "S", firstKeptEntryIndex: 2 },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
  const file = template.file.replace(template.id, "old");
  writeFileSync(file, old);

  const session = await store.open("old");
  const before = await session.project();
  expect(before.messages.map(({ content }) => content)).toMatchObject([
    [{ type: "text" }],
    [{ text: "two" }],
  ]);
  const ids = session.log.heads.map(({ id }) => id);
  expect((await store.open("old")).log.heads.map(({ id }) => id)).toEqual(ids);
  await session.append(user("three"));
  const text = readFileSync(file, "utf8");
  expect(text.startsWith(old)).toBe(true);
  expect(
    parsed(file)
      .slice(4)
      .map(({ type }) => type),
  ).toEqual(["upgrade", "message"]);
  await session.append(user("four"));
  expect(
    parsed(file)
      .slice(6)
      .map(({ type }) => type),
  ).toEqual(["message"]);
  expect((await (await store.open("old")).project()).messages).toHaveLength(4);
});

test("a closed session says so, and can be closed again", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append(user("one"));
  await session.close();
  await session.close();
  await expect(session.append(user("two"))).rejects.toMatchObject({ code: "CLOSED" });
  await expect(session.project()).rejects.toMatchObject({ code: "CLOSED" });
});

test("a listener that is there before the first entry hears other processes, too", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  const heard: string[] = [];
  const both = new Promise<void>((resolve) => {
    session.on("append", ({ id }) => {
      heard.push(id);
      if (heard.length === 2) resolve();
    });
  });
  const own = await session.append(user("own"));
  const other = await (await store.open(session.file)).append(user("other"));
  await both;
  expect(heard).toEqual([own.id, other.id]);
  await session.close();
});

test("an empty name is no name", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd, name: "n" });
  await session.rename("");
  expect((await store.fork(session, { cwd })).header?.name).toBeUndefined();
});
