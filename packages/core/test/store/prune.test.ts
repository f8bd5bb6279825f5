import { appendFileSync, utimesSync } from "node:fs";
import { expect, test } from "vitest";
import type { NewEntry } from "../../src/store/new-entry.ts";
import type { KeepReason } from "../../src/store/prune.ts";
import { temporaryFolder, temporaryStore, user } from "../support/store.ts";
import { idsOf } from "../support/trash.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = new Date("2026-06-01T12:00:00.000Z");

/** A store at NOW, and a way to make a session whose last message is so many days old. */
async function agedStore() {
  let now = NOW;
  const { store, cwd } = await temporaryStore({ now: () => now });
  const make = async (id: string, days: number, ...more: NewEntry[]) => {
    now = new Date(NOW.getTime() - days * DAY);
    const session = await store.create({ cwd, id });
    await session.append(user(id, { id: "first" }));
    for (const entry of more) await session.append(entry);
    now = NOW;
    return session;
  };
  return { store, cwd, make };
}

function kept(counts: Partial<Record<KeepReason, number>>) {
  return { active: 0, labelled: 0, young: 0, unknown: 0, ...counts };
}

test("prune tells what would go, and moves it only when it is told to", async () => {
  const { store, cwd, make } = await agedStore();
  const old = await make("old", 40);
  await make("older", 50, { type: "archive", on: true });
  await make("new", 10);
  const dry = await store.prune({ cwd, olderThan: 30 * DAY });
  expect(dry).toMatchObject({ dryRun: true, kept: kept({ active: 1 }) });
  expect(dry.sessions.map(({ id }) => id)).toEqual(["old", "older"]);
  expect(await store.trash()).toEqual([]);
  expect(await idsOf(store)).toHaveLength(3);

  const done = await store.prune({ cwd, olderThan: 30 * DAY, dryRun: false });
  expect(done).toEqual({ ...dry, dryRun: false });
  expect(await idsOf(store)).toEqual(["new"]);
  expect((await store.trash()).map(({ id }) => id).sort()).toEqual(["old", "older"]);
  expect((await store.restore("old")).file).toBe(old.file);
});

test("a session with a label stays; one whose label was cleared goes", async () => {
  const { store, cwd, make } = await agedStore();
  const labelled = await make("labelled", 40);
  const cleared = await make("cleared", 40);
  await labelled.label("first", "keep");
  await cleared.label("first", "keep");
  await cleared.label("first", null);
  const report = await store.prune({ cwd, olderThan: 30 * DAY });
  expect(report).toMatchObject({ sessions: [{ id: "cleared" }], kept: kept({ labelled: 1 }) });
});

test("a node of the last 24 hours keeps a session, an annotation or the file's time does not", async () => {
  const { store, cwd, make } = await agedStore();
  const at = (hours: number) => new Date(NOW.getTime() - hours * HOUR).toISOString();
  await make("young", 40, { type: "custom", customType: "x", data: 1, timestamp: at(23) });
  await make("day-old", 40, { type: "custom", customType: "x", data: 1, timestamp: at(25) });
  const tagged = await make("tagged", 40);
  await tagged.tag("wip");
  utimesSync(tagged.file, NOW, NOW);
  const { sessions, kept: stay } = await store.prune({ cwd, olderThan: 30 * DAY });
  expect(sessions.map(({ id }) => id).sort()).toEqual(["day-old", "tagged"]);
  expect(stay).toEqual(kept({ young: 1 }));
  // Whatever age is asked for.
  await make("hours", 0.5);
  const hours = await store.prune({ cwd, olderThan: HOUR });
  expect(hours.sessions.map(({ id }) => id)).not.toContain("hours");
});

test("a session of unknown activity stays", async () => {
  const { store, cwd, make } = await agedStore();
  const { file } = await make("old", 40);
  const headless = file.replace("old.jsonl", "headless.jsonl");
  appendFileSync(headless, '{"type":"session_info","id":"a","parentId":null,"timestamp":"","name":"n"}\n');
  expect(await store.prune({ all: true, olderThan: DAY })).toMatchObject({
    sessions: [{ id: "old" }],
    kept: kept({ unknown: 1 }),
  });
  expect((await store.prune({ cwd, olderThan: DAY })).kept).toEqual(kept({}));
});

test("prune looks at one directory, or at all", async () => {
  const { store, cwd, make } = await agedStore();
  const session = await make("here", 40);
  await store.move({ session: session.id, to: temporaryFolder() });
  expect((await store.prune({ cwd, olderThan: DAY })).sessions).toEqual([]);
  expect((await store.prune({ all: true, olderThan: DAY })).sessions).toMatchObject([{ id: "here" }]);
});

test.each([Number.NaN, -1])("%d milliseconds are no age", async (olderThan) => {
  const { store } = await temporaryStore();
  await expect(store.prune({ all: true, olderThan })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
});
