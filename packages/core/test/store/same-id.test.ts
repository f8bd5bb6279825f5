import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AmbiguousError } from "../../src/errors.ts";
import type { SessionStore } from "../../src/store/session-store.ts";
import { temporaryStore, user } from "../support/store.ts";

/** A session whose log somebody copied beside itself. */
async function copied() {
  const { store, cwd, root } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append(user("one"));
  await session.close();
  const copy = session.file.replace(session.id, "copy");
  copyFileSync(session.file, copy);
  return { store, cwd, root, id: session.id, files: [session.file, copy].toSorted() };
}

type Door = (store: SessionStore, word: string, cwd: string) => Promise<unknown>;

const DOORS: readonly [string, Door][] = [
  ["open", async (store, word) => (await store.open(word)).file],
  ["resolve", async (store, word, cwd) => (await store.resolve(word, { cwd })).file],
  [
    "doctor",
    async (store, word) => {
      await store.doctor({ session: word });
      return word;
    },
  ],
  ["move", async (store, word, cwd) => (await store.move({ session: word, to: join(cwd, "b") }))[0]?.file],
];

test.each(DOORS)("%s asks which copy of a log is meant, and takes its path", async (_name, door) => {
  const { store, cwd, id, files } = await copied();
  const error = await door(store, id, cwd).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AmbiguousError);
  const { candidates, hint } = error as AmbiguousError;
  expect(new Set(candidates.map(({ file }) => file))).toEqual(new Set(files));
  expect(hint).toMatch(/path/);
  for (const file of files) expect(await door(store, file, cwd)).toBe(file);
});

test("both copies are listed, each with its file", async () => {
  const { store, files } = await copied();
  expect((await store.list()).map(({ file }) => file).toSorted()).toEqual(files);
});
