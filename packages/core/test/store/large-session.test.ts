import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { temporaryStore, user } from "../support/store.ts";

/** Of more bytes than a log has that is read whole when it is opened. */
const LARGE = user("x".repeat(1.1 * 2 ** 20));

it("tells the damage that stands before its context", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd, eager: true });
  appendFileSync(session.file, "no JSON\n");
  await session.append(LARGE);
  await session.compact({ summary: "so far", keepFrom: null });
  const opened = await store.open(session.file);
  expect(await opened.damage()).toMatchObject([{ kind: "not-json" }]);
  expect((await (await store.open(session.file)).report()).damaged).toEqual({ "not-json": 1 });
});

it("takes in what another process appended and the index has read already", async () => {
  const { store, cwd } = await temporaryStore();
  const other = await store.create({ cwd });
  const { id: before } = await other.append(LARGE);
  await store.list();
  const session = await store.open(other.file);
  const told: string[] = [];
  session.on("append", ({ id }) => told.push(id));
  const { id: theirs } = await other.append(user("theirs"));
  await store.list();
  await expect(session.append(user("mine"), { expectLeaf: before })).rejects.toMatchObject({
    code: "LEAF_MOVED",
  });
  const { id: mine, branched } = await session.append(user("mine"));
  expect(branched).toBe(true);
  await store.list();
  expect(session.log.activeLeaf()?.id).toBe(mine);
  await expect.poll(() => told).toEqual([theirs, mine]);
});

it("never takes a log for one that it may write because its writer had not read that it is newer", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append(LARGE);
  const upgrade = {
    type: "upgrade",
    id: "u",
    parentId: null,
    timestamp: "2026-01-01T10:00:00.000Z",
    version: 3,
  };
  appendFileSync(session.file, `${JSON.stringify(upgrade)}\n`);
  await session.compact({ summary: "so far", keepFrom: null });
  expect((await store.open(session.file)).readOnly).toBe(true);
});

it("goes on with a fork that it has just made, as after a restart", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd, name: "work" });
  const { ids } = await session.append([LARGE, user("two"), user("three")]);
  await session.label(ids[1]!, "here");
  const fork = await store.fork(session, { at: ids[1]!, cwd });
  const { id, branched } = await fork.append(user("more"));
  expect(branched).toBe(false);
  const again = await store.open(fork.file);
  expect([fork.leaf, again.leaf]).toEqual([id, id]);
  expect(await fork.project()).toEqual(await again.project());
  expect([fork.labels(), fork.log.name()]).toEqual([new Map([[ids[1], "here"]]), "work (fork)"]);
});

it("has an entry that the index has lost", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  const { ids } = await session.append([
    LARGE,
    ...Array.from({ length: 70 }, (_, place) => user(`${place}`)),
  ]);
  await store.list();
  const index = new Database(join(dirname(session.file), "index.sqlite"));
  index.exec("DELETE FROM heads WHERE key & 0xff = 0");
  index.close();
  const opened = await store.open(session.file);
  expect((await opened.path(ids[3])).map(({ entry }) => entry.id)).toEqual(ids.slice(0, 4));
  await expect(async () => opened.path("nowhere")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it.each([
  ["has all of it", ["last", "list"]],
  ["is behind", ["list", "last"]],
  ["is not open yet", ["last"]],
])("opens alike where the index %s", async (_what, steps) => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  const { ids } = await session.append([LARGE, user("two"), user("three")]);
  for (const step of steps) {
    if (step === "list") await store.list();
    else await session.append(user("last"));
  }
  const opened = await store.open(session.file);
  expect(opened.leaf).toBe(session.leaf);
  for (const at of [session.leaf, ids[1]!])
    expect(await opened.project({ at })).toEqual(await session.project({ at }));
  const { id, branched } = await opened.append(user("more"));
  expect(branched).toBe(false);
  expect((await store.open(session.file)).leaf).toBe(id);
});
