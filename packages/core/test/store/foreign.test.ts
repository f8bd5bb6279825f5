import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { notebookAgent, writeNotebook, type Note, type Page } from "../support/notebook.ts";
import { temporaryFolder, temporaryStore, user } from "../support/store.ts";

vi.mock(import("../../src/dialects/agents.ts"), async (original) => {
  const module = await original();
  return { ...module, AGENTS: [...module.AGENTS, notebookAgent] };
});

const ONE: Note = { id: "n1", after: null, who: "user", text: "one" };
const TWO: Note = { id: "n2", after: "n1", who: "assistant", text: "two" };
const SIDE: Note = { id: "n3", after: "n1", who: "assistant", text: "side" };
const MORE: Note = { id: "n4", after: "n3", who: "user", text: "more" };
const LIST = { source: "notebook", archived: true };

let folder: string;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "a.notebook");
});

function write(pages: Readonly<Record<string, Page>>): void {
  writeNotebook(file, pages);
}

function shelve(shelf: object): void {
  writeFileSync(join(folder, "shelf.json"), JSON.stringify(shelf));
}

function storeOver(options: object = {}) {
  return temporaryStore({ sources: [{ dialect: "notebook", folder }], ...options });
}

/** Every file and folder below, with its bytes and times. */
function stateOf(path: string): object[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const { mtimeNs, ctimeNs, size } = statSync(join(path, name), { bigint: true });
      return { name, mtimeNs, ctimeNs, size };
    });
}

describe.each([{ index: true }, { index: false }])("sessions that are told anew, %o", (how) => {
  test("are listed, each under the name of its file and part, and opened by it or by their id", async () => {
    write({ first: { notes: [ONE, TWO, SIDE], cwd: "/p" }, second: { notes: [ONE] } });
    const { store } = await storeOver(how);
    const list = await store.list(LIST);
    expect(list).toMatchObject([
      { id: "second", dialect: "notebook", file: `${file}#second`, cwd: null, messages: 1 },
      { id: "first", file: `${file}#first`, cwd: "/p", title: "one", branches: 2, leaf: "n3", damage: 0 },
    ]);
    for (const name of ["first", `${file}#first`]) {
      const session = await store.open(name);
      expect(session).toMatchObject({ id: "first", dialect: "notebook", readOnly: true, leaf: "n3" });
      expect((await session.path()).map(({ entry }) => entry.id)).toEqual(["n1", "n3"]);
      expect(await store.summary(session)).toEqual(list[1]);
      expect(await store.resolve(name, { cwd: "/" })).toEqual(list[1]);
      await session.close();
    }
  });

  test("are told anew when their file, or another one that they are read from, has changed", async () => {
    const appendix = join(folder, "appendix.txt");
    writeFileSync(appendix, "then");
    write({ first: { notes: [ONE], appendix } });
    const { store } = await storeOver(how);
    const last = async () => (await (await store.open("first")).path()).at(-1)?.entry;
    expect(await store.list(LIST)).toMatchObject([{ messages: 2, bytes: expect.any(Number) }]);
    const [before] = await store.list(LIST);
    writeFileSync(appendix, "and now much more");
    const [after] = await store.list(LIST);
    expect(after!.bytes).toBeGreaterThan(before!.bytes);
    expect(await last()).toMatchObject({ message: { content: "and now much more" } });
    write({ first: { notes: [ONE, TWO], appendix } });
    expect(await store.list(LIST)).toMatchObject([{ messages: 3 }]);
    write({ first: { notes: [MORE] } });
    expect(await store.list(LIST)).toMatchObject([{ messages: 1, title: "more" }]);
  });

  test("have the name, and are archived, as their agent keeps it", async () => {
    write({ first: { notes: [ONE] }, second: { notes: [ONE] } });
    const { store } = await storeOver(how);
    expect(await store.list(LIST)).toMatchObject([{ name: null }, { name: null }]);
    shelve({ first: { name: "my page" }, second: { archived: true } });
    expect(await store.list({ source: "notebook" })).toMatchObject([{ id: "first", name: "my page" }]);
    expect(await store.list(LIST)).toMatchObject([{ id: "second", archived: true }, { archived: false }]);
    expect(await store.resolve("my page", { cwd: "/" })).toMatchObject({ id: "first" });
    const fork = await store.fork(await store.open("first"), { cwd: "/p" });
    expect(await store.summary(fork)).toMatchObject({ name: "my page (fork)" });
    shelve({ first: { name: "renamed" } });
    expect(await store.list({ source: "notebook" })).toMatchObject([{ name: null }, { name: "renamed" }]);
  });

  test("hide no other, whatever of them cannot be read", async () => {
    write({ first: { notes: [ONE] } });
    writeFileSync(join(folder, "0.notebook"), '{"notebook":');
    mkdirSync(join(folder, "closed"));
    const notices: string[] = [];
    const { store } = await storeOver({
      ...how,
      onNotice: ({ message }: { message: string }) => notices.push(message),
    });
    expect(await store.list({ source: "notebook" })).toMatchObject([{ id: "first" }]);
    expect(notices).toEqual([
      expect.stringContaining(folder),
      expect.stringContaining(join(folder, "0.notebook#broken")),
    ]);
    rmSync(folder, { recursive: true });
    expect(await store.list({ source: "notebook" })).toEqual([]);
  });

  test("show the damage of their file", async () => {
    write({ first: { notes: [ONE], torn: 3 } });
    const { store } = await storeOver(how);
    const torn = { offset: 7, length: 3, kind: "not-json", detail: "scribbled over" };
    expect(await store.list(LIST)).toMatchObject([{ damage: 1 }]);
    expect(await (await store.open("first")).damage()).toEqual([torn]);
    expect(await store.doctor()).toMatchObject({ ok: false, damage: [{ file: `${file}#first`, ...torn }] });
  });
});

test("what could be gone on with elsewhere is never a subagent's session", async () => {
  const cwd = temporaryFolder();
  write({ first: { notes: [ONE], cwd }, second: { notes: [ONE], cwd, under: "first" } });
  const { store } = await storeOver();
  expect(await store.list({ ...LIST, cwd })).toMatchObject([{ relation: "subagent" }, { id: "first" }]);
  expect(await store.newerElsewhere({ cwd, than: undefined })).toMatchObject({ id: "first" });
});

test("looking at all sessions tells how far it has come", async () => {
  write({ first: { notes: [ONE] }, second: { notes: [ONE] } });
  const told: string[] = [];
  const onProgress = (done: number, total: number) => told.push(`${done} of ${total}`);
  const { store } = await storeOver({ onProgress });
  await store.list();
  expect(told).toEqual(["0 of 2", "1 of 2", "2 of 2"]);
});

test("a report counts what is understood, what is only carried along, and what is damaged", async () => {
  write({ first: { notes: [ONE, TWO], aside: "x", torn: 3 } });
  const { store, cwd } = await storeOver();
  const report = {
    understood: 2,
    carried: { "notebook:aside": 1 },
    damaged: { "not-json": 1 },
    notices: ["a page was torn"],
  };
  const session = await store.open("first");
  expect(await session.report()).toEqual(report);
  const { reports } = await store.doctor({ session: session.file });
  expect(reports).toEqual([{ file: session.file, dialect: "notebook", ...report }]);
  const imported = await store.import(session.file, { cwd });
  expect(imported.report).toEqual(report);
  // What tells nothing is not brought in.
  expect(await imported.session.report()).toEqual({ ...report, damaged: {}, notices: [] });
});

test("a report names unknown entries and blocks as their writer does", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append({ type: "message", message: { role: "user", content: [{ type: "hologram" }] } });
  await session.append({ type: "mood", mood: 1 });
  await session.append({ type: "custom", customType: "mine", data: 1 });
  expect(await session.report()).toMatchObject({ understood: 2, carried: { "block:hologram": 1, mood: 1 } });
});

test.each([
  ["of ours", { type: "session", format: "session-tree", version: 9, timestamp: "t", cwd: "/p" }],
  ["of pi", { type: "session", version: 9 }],
])("a report on a log %s in a version that we do not know says so", async (_, header) => {
  const log = join(folder, "newer.jsonl");
  const body = { type: "message", timestamp: "t", message: { role: "user", content: "one" } };
  const lines = [
    { ...header, id: "newer" },
    { ...body, id: "a", parentId: null },
  ];
  writeFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { store } = await temporaryStore();
  const session = await store.open(log);
  expect(await session.report()).toMatchObject({
    understood: 1,
    notices: [expect.stringContaining("Version 9")],
  });
});

test("reading, forking, importing and mending leave no trace in an agent's folder", async () => {
  write({ first: { notes: [ONE, TWO, SIDE], torn: 3 } });
  shelve({ first: { name: "my page" } });
  const before = stateOf(folder);
  const { store, cwd } = await storeOver();
  const session = await store.open("first");
  await session.tree();
  await session.project();
  await session.usage();
  await store.fork(session, { cwd });
  await store.import(session.file);
  await store.reindex();
  await store.doctor({ fix: true });
  await store.usage({ all: true });
  await expect(session.append(user("no"))).rejects.toMatchObject({ code: "UNSUPPORTED_VERSION" });
  await expect(store.delete(session)).rejects.toMatchObject({ code: "FOREIGN_SESSION" });
  await session.close();
  expect(stateOf(folder)).toEqual(before);
});

test("a fork projects like its source, at every entry", async () => {
  write({ first: { notes: [ONE, TWO, SIDE, MORE], aside: "x" } });
  const { store, cwd } = await storeOver();
  const source = await store.open("first");
  for (const { id } of (await source.tree()).nodes) {
    const fork = await store.fork(source, { at: id, cwd });
    expect(await fork.project()).toEqual(await source.project({ at: id }));
  }
});

describe("an import of a session that is told anew", () => {
  test("is made once: later ones add what is new, whatever the file is called by then", async () => {
    write({ first: { notes: [ONE, TWO, SIDE] }, second: { notes: [ONE] } });
    const { store, cwd } = await storeOver();
    const first = await store.import(`${file}#first`, { cwd });
    expect(first).toMatchObject({ created: true, added: 3, session: { dialect: "native", leaf: "n3" } });
    expect(first.session.id).not.toBe("first");
    expect(await store.resolve("first", { cwd })).toMatchObject({ id: first.session.id, dialect: "native" });
    expect(await store.import(`${file}#first`)).toMatchObject({ created: false, added: 0 });
    const moved = join(temporaryFolder(), "moved.notebook");
    renameSync(file, moved);
    writeNotebook(moved, { first: { notes: [ONE, TWO, SIDE, MORE] } });
    const more = await store.import(`${moved}#first`);
    expect(more).toMatchObject({ created: false, added: 1, session: { id: first.session.id } });
    expect((await more.session.tree()).nodes.map(({ id }) => id)).toEqual(["n1", "n2", "n3", "n4"]);
  });

  test("is another one for another session, even of the same id", async () => {
    write({ first: { notes: [ONE] }, second: { notes: [ONE] } });
    const { store, cwd } = await storeOver();
    await store.import(`${file}#first`, { cwd });
    write({ first: { notes: [MORE] }, second: { notes: [ONE] } });
    expect(await store.import(`${file}#first`, { cwd })).toMatchObject({ created: true, added: 1 });
    expect(await store.import(`${file}#second`, { cwd })).toMatchObject({ created: true, added: 1 });
    expect(await store.list({ cwd })).toHaveLength(3);
  });

  test("takes an entry that says more by now in beside what it had, and what stands below it", async () => {
    write({ first: { notes: [ONE, TWO] } });
    const { store, cwd } = await storeOver();
    await store.import(`${file}#first`, { cwd });
    const answer = { ...TWO, text: "two, and more" };
    write({ first: { notes: [ONE, answer, { ...MORE, after: "n2" }] } });
    const { session, added } = await store.import(`${file}#first`);
    const source = await store.open(`${file}#first`);
    expect(added).toBe(2);
    expect((await session.project()).messages).toEqual((await source.project()).messages);
    expect((await session.tree()).nodes.map(({ preview }) => preview)).toEqual([
      "one",
      "two",
      "two, and more",
      "more",
    ]);
    expect(await store.import(`${file}#first`)).toMatchObject({ created: false, added: 0 });
  });

  test("takes in the name, once", async () => {
    write({ first: { notes: [ONE] } });
    shelve({ first: { name: "my page" } });
    const { store, cwd } = await storeOver();
    const { session } = await store.import(`${file}#first`, { cwd });
    expect(await store.summary(session)).toMatchObject({ name: "my page", originId: "first" });
    await session.rename("mine");
    await store.import(`${file}#first`);
    expect(await store.list({ cwd })).toMatchObject([{ name: "mine" }]);
  });
});

test("a file that stands in no known folder is read as well", async () => {
  write({ first: { notes: [ONE] } });
  const { store, cwd } = await temporaryStore();
  expect(await store.resolve(`${file}#first`, { cwd })).toMatchObject({ id: "first", dialect: "notebook" });
  await expect(store.open(`${join(folder, "none.notebook")}#first`)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
