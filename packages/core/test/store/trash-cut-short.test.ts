import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { DiskTrash } from "../../src/store/disk-trash.ts";
import { openStore } from "../../src/store/open-store.ts";
import { temporaryFolder, temporaryStore } from "../support/store.ts";
import { idsOf, namedSession, onlyItem } from "../support/trash.ts";

test("a move to the trash that is cut short loses nothing", async () => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await namedSession(store, cwd, "one");
  const blobs = join(dirname(file), "one.blobs");
  mkdirSync(blobs);
  writeFileSync(join(blobs, "abc"), "large");
  const bytes = readFileSync(file);
  const { item } = await store.delete({ file });
  const folder = join(root, "trash", item);
  // Only the manifest was written: nothing was moved.
  renameSync(join(folder, "one.jsonl"), file);
  renameSync(join(folder, "one.blobs"), blobs);
  expect(await store.trash()).toEqual([]);
  expect(await idsOf(store)).toEqual(["one"]);
  await expect(store.restore("one")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await store.emptyTrash();
  expect(readdirSync(join(root, "trash"))).toEqual([]);
  expect(readFileSync(file)).toEqual(bytes);
  // The log was moved, its blobs were not.
  const again = await store.delete({ file });
  renameSync(join(root, "trash", again.item, "one.blobs"), blobs);
  await store.restore("one");
  expect(readFileSync(file)).toEqual(bytes);
  expect(readdirSync(blobs)).toEqual(["abc"]);
});

test("a restore that is cut short is finished by the next one, and an emptying by the next one", async () => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await namedSession(store, cwd, "one");
  const bytes = readFileSync(file);
  const { item } = await store.delete({ file });
  // The log has both names.
  linkSync(join(root, "trash", item, "one.jsonl"), file);
  await store.restore("one");
  expect(readFileSync(file)).toEqual(bytes);
  expect(readdirSync(join(root, "trash"))).toEqual([]);

  const second = await store.delete({ file });
  renameSync(join(root, "trash", second.item), join(root, "trash", `.${second.item}`));
  expect(await store.trash()).toEqual([]);
  expect(await store.emptyTrash()).toEqual([]);
  expect(readdirSync(join(root, "trash"))).toEqual([]);
});

test("a refused move leaves the session in its place and no item behind", async () => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await namedSession(store, cwd, "one");
  const trash = new DiskTrash(root);
  const note = {
    id: "one",
    dialect: "native",
    name: null,
    title: null,
    cwd,
    deletedAt: new Date().toISOString(),
    bytes: 1,
  };
  const gone = join(dirname(file), "gone.jsonl");
  const log = (name: string) => ({ file: name, fallbackId: "one", dialect: null as never });
  expect(() => trash.put(log(gone), note)).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  expect(readdirSync(join(root, "trash"))).toEqual([]);
  // A file stands where the trash should be.
  rmSync(join(root, "trash"), { recursive: true });
  writeFileSync(join(root, "trash"), "");
  expect(() => trash.put(log(file), note)).toThrow(expect.objectContaining({ code: "IO", file }));
  expect(existsSync(file)).toBe(true);
  expect(await idsOf(store)).toEqual(["one"]);
});

test.each(["", "no json", '{"id":1}', '{"from":"../../outside.jsonl"}'])(
  "a log whose manifest is %j is still listed and restored",
  async (manifest) => {
    const { store, root, cwd } = await temporaryStore();
    const { file } = await namedSession(store, cwd, "one");
    const bytes = readFileSync(file);
    await store.delete({ file });
    const path = join(onlyItem(root), "manifest.json");
    const sound = JSON.parse(readFileSync(path, "utf8")) as object;
    const text = manifest.startsWith("{") ? JSON.stringify({ ...sound, ...JSON.parse(manifest) }) : manifest;
    writeFileSync(path, text);
    expect(await store.trash()).toMatchObject([{ id: "one", name: "the one", cwd, from: file }]);
    expect((await store.restore("one")).file).toBe(file);
    expect(readFileSync(file)).toEqual(bytes);
  },
);

test("what is no item of ours stays when the trash is emptied", async () => {
  const { store, root, cwd } = await temporaryStore();
  await store.delete(await namedSession(store, cwd, "one"));
  mkdirSync(join(root, "trash", "notes"));
  writeFileSync(join(root, "trash", "notes", "mine.txt"), "");
  writeFileSync(join(root, "trash", "file"), "");
  expect((await store.emptyTrash()).map(({ id }) => id)).toEqual(["one"]);
  expect(readdirSync(join(root, "trash")).sort()).toEqual(["file", "notes"]);
  expect(readdirSync(join(root, "trash", "notes"))).toEqual(["mine.txt"]);
});

test("a store whose folder was moved restores into its new place", async () => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await namedSession(store, cwd, "one");
  await store.delete({ file });
  await store.close();
  const moved = join(temporaryFolder(), "moved");
  renameSync(root, moved);
  const again = await openStore({ root: moved });
  expect((await again.restore("one")).file).toBe(file.replace(root, moved));
  await again.close();
});
