import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Session } from "../../src/store/session.ts";
import type { SessionStore } from "../../src/store/session-store.ts";
import { temporaryStore, user } from "../support/store.ts";

const LARGE = "large ".repeat(100);
const LONG_AGO = new Date("2026-01-01");

async function spilled() {
  const { store, root, cwd } = await temporaryStore({ spill: { above: 100 } });
  const session = await store.create({ cwd });
  await session.append(user(LARGE));
  await session.close();
  return { store, root, cwd, session, blobs: session.file.replace(/\.jsonl$/, ".blobs") };
}

const noticesOf = async (store: SessionStore) => (await store.doctor()).notices;
const textOf = async (store: SessionStore, { file }: Session) =>
  JSON.stringify(await (await store.open(file)).project());

test("a blob that no entry names is a notice, and is never taken away", async () => {
  const { store, session, blobs } = await spilled();
  expect(await noticesOf(store)).toEqual([]);
  writeFileSync(join(blobs, "0".repeat(64)), "left over");
  utimesSync(blobs, LONG_AGO, LONG_AGO);
  const found = { kind: "unused-blobs", file: blobs, length: 9 };
  expect(await noticesOf(store)).toMatchObject([found]);
  expect((await store.doctor({ session: session.file })).notices).toMatchObject([found]);
  expect((await store.doctor()).ok).toBe(true);
  await store.emptyTrash();
  expect(readdirSync(blobs)).toHaveLength(2);
});

test("blobs without their log are a notice, and go with the trash when they are a day old", async () => {
  const { store, session, blobs } = await spilled();
  rmSync(session.file);
  expect(await noticesOf(store)).toMatchObject([{ kind: "orphan-blobs", file: blobs, length: LARGE.length }]);
  await store.prune({ all: true, olderThan: 0, dryRun: false });
  await store.emptyTrash();
  expect(existsSync(blobs)).toBe(true);
  utimesSync(blobs, LONG_AGO, LONG_AGO);
  await store.emptyTrash();
  expect(existsSync(blobs)).toBe(false);
  expect(await noticesOf(store)).toEqual([]);
});

test("a fork keeps the blobs that it shares with what is cleared away", async () => {
  const { store, cwd, session, blobs } = await spilled();
  const fork = await store.fork(await store.open(session.file), { cwd });
  rmSync(session.file);
  utimesSync(blobs, LONG_AGO, LONG_AGO);
  await store.emptyTrash();
  expect(existsSync(blobs)).toBe(false);
  expect(await textOf(store, fork)).toContain(LARGE);
});

test("blobs whose log is in the trash wait for it", async () => {
  const { store, root, session, blobs } = await spilled();
  const kept = await textOf(store, session);
  const { item } = await store.delete(session);
  // The move was cut short behind the log.
  renameSync(join(root, "trash", item, `${session.id}.blobs`), blobs);
  utimesSync(blobs, LONG_AGO, LONG_AGO);
  expect(await noticesOf(store)).toEqual([]);
  await store.emptyTrash({ olderThan: 3_600_000 });
  await store.restore(item);
  expect(await textOf(store, session)).toBe(kept);
});

test("a folder that is used again is no longer old", async () => {
  const { store, cwd, session, blobs } = await spilled();
  const source = session.file.replace(/\.jsonl$/, "-copy.jsonl");
  renameSync(session.file, source);
  renameSync(blobs, source.replace(/\.jsonl$/, ".blobs"));
  const imported = await store.import(source, { cwd });
  const own = imported.session.file.replace(/\.jsonl$/, ".blobs");
  const kept = await textOf(store, imported.session);
  // As if the import had been killed before its log was there, long ago.
  rmSync(imported.session.file);
  utimesSync(own, LONG_AGO, LONG_AGO);
  const again = await store.import(source, { cwd });
  rmSync(again.session.file);
  await store.emptyTrash();
  expect(existsSync(own)).toBe(true);
  expect(await textOf(store, (await store.import(source, { cwd })).session)).toBe(kept);
});

test("other folders are left alone", async () => {
  const { store, session } = await spilled();
  const other = join(dirname(session.file), "notes");
  mkdirSync(other);
  utimesSync(other, LONG_AGO, LONG_AGO);
  await store.emptyTrash();
  expect(existsSync(other)).toBe(true);
  expect(await noticesOf(store)).toEqual([]);
});
