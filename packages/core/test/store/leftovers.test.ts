import { existsSync, linkSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { newId } from "../../src/format/ids.ts";
import { temporaryStore, user } from "../support/store.ts";

const HOUR = 3_600_000;

/** A store with a session, and the place for temporary files beside it and its blobs. */
async function storeWithSession() {
  const { store, root, cwd } = await temporaryStore();
  const session = await store.create({ cwd, id: "one" });
  await session.append(user("hello"));
  await session.close();
  const folder = dirname(session.file);
  mkdirSync(join(folder, "one.blobs"));
  return { store, root, file: session.file, folder };
}

/** A file that was last written so many hours ago. */
function left(file: string, hours: number): string {
  writeFileSync(file, "half a line");
  const time = new Date(Date.now() - hours * HOUR);
  utimesSync(file, time, time);
  return file;
}

test("what a crash has left is told of after a day, and emptying the trash deletes it", async () => {
  const { store, folder } = await storeWithSession();
  const old = [join(folder, `.${newId()}.tmp`), join(folder, "one.blobs", `.${newId()}.tmp`)];
  for (const file of old) left(file, 25);
  const young = left(join(folder, `.${newId()}.tmp`), 23);
  const { leftovers, ok } = await store.doctor();
  expect(leftovers.map(({ file }) => file).sort()).toEqual(old.sort());
  expect([leftovers[0]!.bytes, ok]).toEqual([11, true]);

  expect((await store.doctor({ fix: true })).leftovers).toHaveLength(2);
  expect(old.every((file) => existsSync(file))).toBe(true);

  await store.emptyTrash();
  expect([...old, young].map((file) => existsSync(file))).toEqual([false, false, true]);
  expect((await store.doctor()).leftovers).toEqual([]);
});

test("the second name of a log goes, and the log stays", async () => {
  const { store, file, folder } = await storeWithSession();
  const bytes = readFileSync(file);
  const second = join(folder, `.${newId()}.tmp`);
  linkSync(file, second);
  const time = new Date(Date.now() - 25 * HOUR);
  utimesSync(second, time, time);
  await store.emptyTrash();
  expect(existsSync(second)).toBe(false);
  expect(readFileSync(file)).toEqual(bytes);
});

test.each([".notes.tmp", "notes.tmp", `.${"0".repeat(36)}.tmp`, `${newId()}.tmp`, `.${newId()}.tmp.txt`])(
  "a file of someone else stays: %s",
  async (name) => {
    const { store, folder } = await storeWithSession();
    const file = left(join(folder, name), 1000);
    expect((await store.doctor()).leftovers).toEqual([]);
    await store.emptyTrash();
    expect(existsSync(file)).toBe(true);
  },
);

test("a folder of such a name stays, and a file elsewhere", async () => {
  const { store, folder, root } = await storeWithSession();
  const inside = join(folder, `.${newId()}.tmp`);
  mkdirSync(inside);
  left(join(inside, "mine.txt"), 1000);
  left(join(root, `.${newId()}.tmp`), 1000);
  expect((await store.doctor()).leftovers).toEqual([]);
  await store.emptyTrash();
  expect(existsSync(join(inside, "mine.txt"))).toBe(true);
});
