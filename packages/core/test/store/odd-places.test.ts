import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { platform } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { SessionTreeError } from "../../src/errors.ts";
import { openStore } from "../../src/store/open-store.ts";
import { temporaryFolder, temporaryStore, user } from "../support/store.ts";

/** What may stand where a file should. Whoever opens a pipe to read it waits for ever. */
const ODD: readonly [string, (path: string) => void][] = [
  ["a pipe", (path) => execFileSync("sh", ["-c", `mkfifo "$0"`, path])],
  ["a folder", (path) => mkdirSync(path)],
  ["a link to a device", (path) => symlinkSync("/dev/zero", path)],
  ["a link to a folder", (path) => symlinkSync("/proc", path)],
  ["a link to nothing", (path) => symlinkSync("nothing", path)],
  ["a link to itself", (path) => symlinkSync("odd.jsonl", path)],
];

/** A store with a session, and the path of a log beside it. */
async function storeWithPlace() {
  const { store, root, cwd } = await temporaryStore({ spill: { above: 10 } });
  const session = await store.create({ cwd });
  await session.append(user("one, and large enough to be a blob"));
  await session.close();
  return { store, root, cwd, session, place: join(dirname(session.file), "odd.jsonl") };
}

describe.skipIf(platform() === "win32").each(ODD)("%s", (_name, make) => {
  test("in place of a log: refused by its path, and hides no other", async () => {
    const { store, cwd, session, place } = await storeWithPlace();
    make(place);
    for (const door of [
      () => store.open(place),
      () => store.resolve(place, { cwd }),
      () => store.doctor({ session: place }),
      () => store.import(place),
      () => store.delete({ file: place }),
    ])
      await expect(door()).rejects.toBeInstanceOf(SessionTreeError);
    expect((await store.list()).map(({ id }) => id)).toEqual([session.id]);
    expect(await store.doctor()).toMatchObject({ entries: 1, ok: true });
    expect((await store.prune({ all: true, olderThan: 0 })).sessions).toHaveLength(0);
  });

  test("in place of an index: the logs answer", async () => {
    const { root, store, session, place } = await storeWithPlace();
    await store.close();
    const index = join(dirname(place), "index.sqlite");
    for (const name of [index, `${index}-wal`, `${index}-shm`]) rmSync(name, { force: true });
    make(index);
    const again = await openStore({ root });
    expect((await again.list()).map(({ id }) => id)).toEqual([session.id]);
    await again.close();
  });

  test("in place of a blob, or of all: a preview stands for it", async () => {
    const { store, session } = await storeWithPlace();
    const folder = session.file.replace(/\.jsonl$/, ".blobs");
    rmSync(folder, { recursive: true });
    make(folder);
    const { damage } = await store.doctor();
    expect(damage.map(({ kind }) => kind)).toEqual(["missing-blob"]);
    expect((await (await store.open(session.file)).project()).messages).toHaveLength(1);
  });

  test("in place of a manifest in the trash: the log tells", async () => {
    const { store, root, session } = await storeWithPlace();
    const { item } = await store.delete(session);
    const manifest = join(root, "trash", item, "manifest.json");
    rmSync(manifest);
    make(manifest);
    expect(await store.trash()).toMatchObject([{ item, id: session.id }]);
    expect(await store.restore(item)).toMatchObject({ id: session.id });
  });

  test("as the root: nothing is there, and nothing can be made", async () => {
    const root = join(temporaryFolder(), "odd.jsonl");
    make(root);
    const store = await openStore({ root });
    expect(await store.list()).toEqual([]);
    expect(await store.trash()).toEqual([]);
    expect(await store.doctor()).toMatchObject({ files: 0, ok: true, modes: [] });
    await store.close();
  });
});

test.skipIf(platform() !== "linux").each(["/proc", "/proc/self", "/dev/null", "/proc/self/environ"])(
  "%s as the root neither hangs nor takes a session",
  async (root) => {
    const store = await openStore({ root });
    const cwd = temporaryFolder();
    await expect(store.create({ cwd, eager: true })).rejects.toMatchObject({ code: /^(IO|READ_ONLY)$/ });
    expect(await store.list()).toEqual([]);
    expect(await store.doctor()).toMatchObject({ files: 0, modes: [] });
    await store.close();
  },
);

test
  .skipIf(platform() !== "linux")
  .each(["/proc/self/mem", "/proc/kmsg", "/dev/zero", "/dev/tty", "/proc/self"])(
  "%s is no log",
  async (file) => {
    const { store, cwd } = await temporaryStore();
    for (const door of [store.open(file), store.resolve(file, { cwd }), store.import(file)])
      await expect(door).rejects.toBeInstanceOf(SessionTreeError);
    expect(existsSync(file)).toBe(true);
  },
);
