import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { temporaryFolder, temporaryStore, user } from "../support/store.ts";
import { idsOf, namedSession, onlyItem } from "../support/trash.ts";

const DAY = 24 * 3_600_000;

test("a deleted session lies in the trash with its manifest, and is restored byte for byte", async () => {
  const { store, root, cwd } = await temporaryStore();
  const session = await namedSession(store, cwd, "one");
  await namedSession(store, cwd, "two");
  const bytes = readFileSync(session.file);
  const { mtimeMs, ino } = statSync(session.file);

  const trashed = await store.delete(session);
  expect(trashed).toMatchObject({
    id: "one",
    dialect: "native",
    name: "the one",
    title: "hello from one",
    cwd,
    from: session.file,
    bytes: bytes.length,
  });
  expect(await idsOf(store)).toEqual(["two"]);
  expect(existsSync(session.file)).toBe(false);
  expect(await store.trash()).toEqual([trashed]);
  const folder = onlyItem(root);
  expect(readdirSync(folder).sort()).toEqual(["manifest.json", "one.jsonl"]);
  expect(readFileSync(join(folder, "one.jsonl"))).toEqual(bytes);
  if (process.platform !== "win32") {
    for (const file of [join(root, "trash"), folder]) expect(statSync(file).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "manifest.json")).mode & 0o777).toBe(0o600);
  }

  const restored = await store.restore("one");
  expect(restored).toMatchObject({ id: "one", file: session.file });
  expect(readFileSync(session.file)).toEqual(bytes);
  expect(statSync(session.file)).toMatchObject({ mtimeMs, ino });
  expect(await store.trash()).toEqual([]);
  expect(readdirSync(join(root, "trash"))).toEqual([]);
  expect((await idsOf(store)).sort()).toEqual(["one", "two"]);
});

test("what a session spilled is there again when it is restored", async () => {
  const { store, cwd } = await temporaryStore({ spill: { above: 10 } });
  const session = await namedSession(store, cwd, "one");
  await session.append(user("a text that is longer than ten bytes"));
  const projection = await session.project();
  await store.delete(session);
  await store.restore("one");
  expect(await (await store.open("one")).project()).toEqual(projection);
});

test("the blobs beside a log go with it and come back", async () => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await namedSession(store, cwd, "one");
  const blobs = join(dirname(file), "one.blobs");
  mkdirSync(blobs);
  writeFileSync(join(blobs, "abc"), "large");
  linkSync(join(blobs, "abc"), join(root, "shared"));
  await store.delete({ file });
  expect(existsSync(blobs)).toBe(false);
  expect(readdirSync(onlyItem(root)).sort()).toEqual(["manifest.json", "one.blobs", "one.jsonl"]);
  // A blob that was written beside the missing log meanwhile is the same blob.
  mkdirSync(blobs);
  linkSync(join(root, "shared"), join(blobs, "abc"));
  writeFileSync(join(blobs, "def"), "other");
  await store.restore("one");
  expect(readdirSync(blobs).sort()).toEqual(["abc", "def"]);
  expect(readFileSync(join(blobs, "abc"), "utf8")).toBe("large");
  expect(readdirSync(join(root, "trash"))).toEqual([]);
});

test("the index forgets a deleted session, also the last one of its folder", async () => {
  const { store, cwd } = await temporaryStore();
  const { file } = await namedSession(store, cwd, "one");
  await store.list();
  const index = join(dirname(file), "index.sqlite");
  await store.delete({ file });
  expect((await store.doctor()).index).toEqual([]);
  const { default: Database } = await import("better-sqlite3");
  const database = new Database(index, { readonly: true });
  expect(database.prepare("SELECT count(*) AS count FROM sessions").get()).toEqual({ count: 0 });
  database.close();
});

test("forks of a deleted session open as before", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await namedSession(store, cwd, "one");
  const fork = await store.fork(session, { cwd });
  const projection = await fork.project();
  await store.delete(session);
  await store.emptyTrash();
  const again = await store.open(fork.file);
  expect(await again.project()).toEqual(projection);
  expect(again.header?.parentSession).toBe("one");
  expect((await store.usage({ lineage: fork.id })).sessions).toEqual([]);
  await again.append(user("on"));
});

test("logs of other agents and logs outside the store are not deleted", async () => {
  const folder = temporaryFolder();
  const { store, root, cwd } = await temporaryStore({ sources: [{ dialect: "pi", folder }] });
  const pi = join(folder, "2026-01-01_abc.jsonl");
  writeFileSync(
    pi,
    `${JSON.stringify({ type: "session", version: 3, id: "abc", timestamp: "2026-01-01T00:00:00.000Z", cwd })}\n`,
  );
  const { file } = await namedSession(store, cwd, "one");
  const copy = join(folder, "copy.jsonl");
  copyFileSync(file, copy);
  await expect(store.delete({ file: pi })).rejects.toMatchObject({
    code: "FOREIGN_SESSION",
    dialect: "pi",
    message: `${pi} belongs to pi and is only read`,
  });
  await expect(store.delete({ file: copy })).rejects.toMatchObject({
    code: "FOREIGN_SESSION",
    message: `${copy} is not in this store and is only read`,
  });
  await expect(store.delete({ file: join(folder, "none.jsonl") })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  // A session that has no file yet.
  await expect(store.delete(await store.create({ cwd }))).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect([pi, copy].map((one) => existsSync(one))).toEqual([true, true]);
  expect(existsSync(join(root, "trash"))).toBe(false);
});

test("restore refuses when the place is taken, and recreates a folder that is gone", async () => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await namedSession(store, cwd, "one");
  const bytes = readFileSync(file);
  await store.delete({ file });
  writeFileSync(file, "something else\n");
  await expect(store.restore("one")).rejects.toMatchObject({ code: "PLACE_TAKEN", file });
  expect(readFileSync(file, "utf8")).toBe("something else\n");
  expect(readFileSync(join(onlyItem(root), "one.jsonl"))).toEqual(bytes);
  await store.close();
  rmSync(dirname(file), { recursive: true });
  await (await openStore({ root })).restore("one");
  expect(readFileSync(file)).toEqual(bytes);
});

test("a session that was deleted twice is in the trash twice, and its items tell them apart", async () => {
  const { store, cwd } = await temporaryStore();
  const { file } = await namedSession(store, cwd, "same-id");
  const copy = join(dirname(file), "copy.jsonl");
  copyFileSync(file, copy);
  const first = await store.delete({ file });
  // The copied log is a session of its own, although its id is the same.
  expect(await idsOf(store)).toEqual(["same-id"]);
  const second = await store.delete({ file: copy });
  expect(await idsOf(store)).toEqual([]);
  await expect(store.restore("same-id")).rejects.toMatchObject({
    code: "AMBIGUOUS",
    candidates: expect.arrayContaining([
      expect.objectContaining({ id: first.item, file }),
      expect.objectContaining({ id: second.item, file: copy }),
    ]),
  });
  expect(await store.restore(second.item.slice(0, 8))).toMatchObject({ file: copy });
  expect(await store.restore("same-id")).toMatchObject({ file });
  await expect(store.restore("same-id")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("restore takes a part of an id and a name", async () => {
  const { store, cwd } = await temporaryStore();
  for (const id of ["first-session", "other-session"]) await store.delete(await namedSession(store, cwd, id));
  await expect(store.restore("session")).rejects.toMatchObject({ code: "AMBIGUOUS" });
  expect((await store.restore("first-")).id).toBe("first-session");
  expect((await store.restore("the other-session")).id).toBe("other-session");
});

test("emptyTrash takes what has been in the trash for long enough", async () => {
  let now = new Date("2026-01-01T00:00:00.000Z");
  const { store, cwd } = await temporaryStore({ now: () => now });
  await store.delete(await namedSession(store, cwd, "early"));
  now = new Date(now.getTime() + 10 * DAY);
  await store.delete(await namedSession(store, cwd, "late"));
  expect((await store.trash()).map(({ id }) => id)).toEqual(["late", "early"]);
  expect((await store.emptyTrash({ olderThan: 5 * DAY })).map(({ id }) => id)).toEqual(["early"]);
  await expect(store.emptyTrash({ olderThan: Number.NaN })).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
  });
  expect((await store.emptyTrash()).map(({ id }) => id)).toEqual(["late"]);
  expect(await store.trash()).toEqual([]);
});

test("a store in memory has a trash, too", async () => {
  const store = await openStore({ memory: true });
  const cwd = temporaryFolder();
  const session = await namedSession(store, cwd, "one");
  const entries = (await session.tree()).nodes;
  const { item } = await store.delete(session);
  expect(await store.list()).toEqual([]);
  expect(await store.trash()).toMatchObject([{ id: "one", item, from: session.file }]);
  await expect(session.append(user("more"))).rejects.toMatchObject({ code: "SESSION_GONE" });
  const second = await namedSession(store, cwd, "one");
  await expect(store.restore(item)).rejects.toMatchObject({ code: "PLACE_TAKEN" });
  await store.delete(second);
  await store.restore(item);
  expect((await (await store.open("one")).tree()).nodes).toEqual(entries);
  expect((await store.emptyTrash()).map(({ id }) => id)).toEqual(["one"]);
  await expect(store.restore("one")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
