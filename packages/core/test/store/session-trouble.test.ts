import { appendFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { InvalidEntryError, SessionGoneError } from "../../src/errors.ts";
import { temporaryStore, toolCall, toolResult, user } from "../support/store.ts";

const lines = (file: string) => readFileSync(file, "utf8").split("\n").filter(Boolean);
const parsed = (file: string) => lines(file).map((line) => JSON.parse(line) as Record<string, unknown>);

describe("an append that cannot be kept as it is", () => {
  test.each<[string, (id: string) => unknown]>([
    ["a header", () => ({ type: "session", id: "q" })],
    ["an upgrade", () => ({ type: "upgrade", version: 99 })],
    ["a move to an entry that is not there", () => ({ type: "leaf", targetId: "nope" })],
    ["two entries of one id", () => [user("a", { id: "x" }), user("b", { id: "x" })]],
    ["a batch with an id that is taken", (id) => [user("a", { id: "new" }), user("b", { id })]],
    ["a batch of which a part is there", (id) => [user("one", { id }), user("b")]],
  ])("is refused, with nothing written: %s", async (_what, make) => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const { id } = await session.append(user("one", { id: "taken" }));
    const before = readFileSync(session.file);
    await expect(session.append(make(id) as never)).rejects.toBeInstanceOf(InvalidEntryError);
    expect(readFileSync(session.file)).toEqual(before);
    expect(session.leaf).toBe(id);
  });

  test("is refused when another process has just taken the id", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    await session.append(user("one"));
    const theirs = await (await store.open(session.file)).append(user("theirs", { id: "x" }));
    const before = readFileSync(session.file);
    await expect(session.append(user("ours", { id: "x" }))).rejects.toBeInstanceOf(InvalidEntryError);
    expect(readFileSync(session.file)).toEqual(before);
    expect(theirs.id).toBe("x");
  });

  test("a marker of its own is no marker", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const batch = { session: session.id, id: "b", index: 0, size: 2 };
    const { id } = await session.append(user("one", { batch }));
    expect((await store.open(session.file)).leaf).toBe(id);
  });

  test("the same values are the same entry, whatever JSON made of them", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const entry = {
      type: "custom",
      id: "o",
      customType: "c",
      data: { d: new Date(0), n: Number.NaN, z: -0 },
    };
    await session.append(entry);
    expect(await session.append(entry)).toMatchObject({ id: "o" });
    expect(parsed(session.file)).toHaveLength(2);
  });
});

describe("a log that is cut while it is open", () => {
  test("is read again, and the append follows what is left", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const { id } = await session.append(user("one"));
    const kept = readFileSync(session.file);
    await session.append(user("two"));
    truncateSync(session.file, kept.length);
    const three = await session.append(user("three"));
    expect(parsed(session.file).at(-1)).toMatchObject({ id: three.id, parentId: id });
    expect((await store.open(session.file)).leaf).toBe(three.id);
  });

  test("takes nothing if its header is gone", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    await session.append(user("one"));
    truncateSync(session.file, 0);
    await expect(session.append(user("two"))).rejects.toBeInstanceOf(SessionGoneError);
    expect(readFileSync(session.file)).toHaveLength(0);
  });
});

test("a copy under the same name that lacks our leaf gives no lost parent", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  const { id } = await session.append(user("one"));
  const copy = readFileSync(session.file);
  await session.append(user("two"));
  writeFileSync(`${session.file}.copy`, copy);
  renameSync(`${session.file}.copy`, session.file);
  await session.append(user("three"));
  expect(parsed(session.file).at(-1)).toMatchObject({ parentId: id });
});

describe("a result that is appended behind a torn line", () => {
  test("takes the leaf, after a restart too", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    await session.append([user("go"), toolCall("a")]);
    const { leaf, file } = session;
    await session.close();
    appendFileSync(
      file,
      `{"type":"message","id":"torn","parentId":"${leaf}","timestamp":"2026-01-01T10:00:00.000Z","message":{"ro`,
    );

    const resumed = (await store.continue({ cwd }))!;
    expect(resumed.leaf).toBe(leaf);
    const { id } = await resumed.append(toolResult("a", "done"));
    await resumed.close();

    const again = (await store.continue({ cwd }))!;
    expect(again.leaf).toBe(id);
    expect((await again.project()).repairs).toEqual([]);
    expect((await store.list({ cwd }))[0]).toMatchObject({ leaf: id });
  });
});
