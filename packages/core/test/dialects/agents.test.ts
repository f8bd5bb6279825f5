import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AGENTS, agentFolders } from "../../src/dialects/agents.ts";
import type { Dialect } from "../../src/dialects/dialect.ts";
import { TranslatedLog } from "../../src/dialects/translated-log.ts";
import type { Told } from "../../src/dialects/translation.ts";
import { NotASessionError, SessionTreeError } from "../../src/errors.ts";
import { isText, toBlocks } from "../../src/format/blocks.ts";
import { validateEntry } from "../../src/format/validate.ts";
import type { Usage } from "../../src/format/messages.ts";
import type { Session } from "../../src/store/session.ts";
import type { SessionStore } from "../../src/store/session-store.ts";
import { TARGETS } from "../projection/all-targets.ts";
import { temporaryFolder, temporaryStore } from "../support/store.ts";

/** Sessions of an agent, in a folder that looks like its own: without one, nothing that it is said to tell is tested. */
function samplesOf(name: string): string {
  return fileURLToPath(new URL(`../../../../test-fixtures/agents/${name}`, import.meta.url));
}

async function samplesInStore(name: string) {
  const { store, cwd } = await temporaryStore({ sources: [{ dialect: name, folder: samplesOf(name) }] });
  const sessions = await store.list({ source: name, archived: true });
  return { store, cwd, sessions };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

/** Whether an answer tells what it read and wrote. */
async function usageOfAnswers(session: Session): Promise<boolean> {
  for await (const entry of session.entries()) {
    const { usage } = (entry as { message?: { usage?: Usage } }).message ?? {};
    if ((usage?.inputTokens ?? 0) > 0 && (usage?.outputTokens ?? 0) > 0) return true;
  }
  return false;
}

const FORMATS = ["native", ...AGENTS.filter(({ exporter }) => exporter).map(({ dialect }) => dialect.name)];

/** What is said at the active leaf; whose turns it stands in is up to each format. */
async function saidIn(session: Session): Promise<string> {
  const { messages } = await session.project({ ending: "as-is" });
  const spoken = messages.filter(({ role }) => role !== "system");
  return spoken
    .flatMap(({ content }) =>
      toBlocks(content)
        .filter(isText)
        .map(({ text }) => text),
    )
    .join("\n");
}

describe.each(AGENTS.map((agent) => ({ name: agent.dialect.name, ...agent })))("$name", (agent) => {
  const { name, tells, dialect } = agent;

  test("is listed and shown: every session of the samples has entries, and none that is not valid", async () => {
    const { store, sessions } = await samplesInStore(name);
    expect(sessions.length).toBeGreaterThan(0);
    for (const { file, title } of sessions) {
      expect(title).not.toBeNull();
      const session = await store.open(file);
      expect((await session.path()).filter(({ problem }) => problem !== undefined)).toEqual([]);
      expect((await session.path()).length).toBeGreaterThan(0);
      expect(session).toMatchObject({ dialect: name, readOnly: true });
    }
  });

  test("is searched: each session is found by the words of its title, with an index and without", async () => {
    const { store, sessions } = await samplesInStore(name);
    for (const { id, title } of sessions) {
      const words =
        (title ?? "")
          .match(/[a-z]{4,}/gi)
          ?.slice(0, 3)
          .join(" ") ?? "";
      if (words === "") continue;
      const hits = await store.search(words, { limit: 50 });
      expect(hits.flatMap(({ session, copies }) => [session.id, ...copies])).toContain(id);
      expect(await store.search(words, { limit: 50, index: false })).toEqual(hits);
    }
  });

  test("tells branches, usage and subagents if it says so, and only then", async () => {
    const { store, sessions } = await samplesInStore(name);
    const trees = await Promise.all(sessions.map(async ({ file }) => (await store.open(file)).tree()));
    const wentBack = trees.some(({ leaf, nodes }) =>
      nodes.some((node) => node.parentId === leaf && node.role),
    );
    const subagents = sessions.filter(({ relation }) => relation === "subagent");
    const known = new Set(sessions.map(({ id }) => id));
    const within = trees.some(({ roots }) => roots.length > 1);
    const responses = await Promise.all(
      sessions.map(async ({ file }) => usageOfAnswers(await store.open(file))),
    );
    const isTold = sessions.some(
      ({ usage }) => (usage.inputTokens ?? 0) > 0 && (usage.outputTokens ?? 0) > 0,
    );
    expect({
      branches: wentBack || (!within && sessions.some(({ branches }) => branches > 1)),
      usage: isTold && !responses.includes(true) ? "sums" : isTold,
      subagents: within ? "within" : subagents.some(({ parentSession }) => known.has(parentSession ?? "")),
    }).toEqual(tells);
  });

  test("projects: at every node each API accepts the rendering", async () => {
    const { store, sessions } = await samplesInStore(name);
    for (const { file } of sessions) {
      const session = await store.open(file);
      for (const { id } of (await session.tree()).nodes) {
        const projection = await session.project({ at: id });
        if (projection.messages.every(({ role }) => role === "system")) continue;
        for (const target of TARGETS)
          expect(target.check(target.render(projection, {}), projection, {})).toEqual([]);
      }
    }
  });

  test.each(FORMATS)("is exported to %s: what a model gets there says the same", async (to) => {
    const { store, sessions } = await samplesInStore(name);
    const folder = temporaryFolder();
    for (const { file, id } of sessions) {
      const source = await store.open(file);
      const copy = join(folder, `rollout-2026-01-01T10-00-00-${id}.jsonl`);
      const made = await store.export(source, { to });
      made.write(copy);
      const back = await store.open(copy);
      expect((await back.report()).damaged).toEqual({});
      // What is not there, or looks otherwise, was named.
      const named = ["active leaf", "image-omitted"].some((kind) => kind in made.lost);
      if (!named) expect(await saidIn(back)).toEqual(await saidIn(source));
    }
  });

  test("forks and imports: what comes of it projects like the source, and a second import adds nothing", async () => {
    const { store, cwd, sessions } = await samplesInStore(name);
    for (const { file, id } of sessions) {
      const source = await store.open(file);
      for (const node of (await source.tree()).nodes) {
        const fork = await store.fork(source, { at: node.id, cwd });
        expect(await fork.project()).toEqual(await source.project({ at: node.id }));
      }
      const { session, created } = await store.import(file, { cwd });
      expect(created).toBe(true);
      const shape = ({ id: node, parentId }: { id: string; parentId: string | null }) => [node, parentId];
      expect((await session.tree()).nodes.map(shape)).toEqual((await source.tree()).nodes.map(shape));
      expect(await session.project()).toEqual(await source.project());
      expect(await store.import(file, { cwd })).toMatchObject({ created: false, added: 0 });
      expect((await store.resolve(id, { cwd })).id).toBe(session.id);
    }
  });

  test("has grown since it was imported: the next import makes of it what it is now", async () => {
    const folder = temporaryCopy(samplesOf(name));
    const { store, cwd } = await temporaryStore({ sources: [{ dialect: name, folder }] });
    const restore = cutShort(folder);
    const half = await store.list({ source: name, archived: true });
    const before = new Map<string, number>();
    for (const { file, id } of half) {
      const { session, added } = await store.import(file, { cwd });
      await session.close();
      before.set(id, added);
    }
    restore();
    let more = 0;
    for (const { file, id } of await store.list({ source: name, archived: true })) {
      const source = await store.open(file);
      const { session, added } = await store.import(file, { cwd });
      // What says more by now has another id there.
      const projected = JSON.stringify(await session.project()).replaceAll(/~[0-9a-f]{8}"/g, '"');
      expect(JSON.parse(projected)).toEqual(await source.project());
      if (before.has(id)) more += added;
    }
    expect(more).toBeGreaterThan(0);
    const imports = (await store.list({ cwd })).length;
    expect(imports).toBe((await store.list({ source: name, archived: true })).length);
  });

  test("hides nothing behind a file that is broken anywhere", () => fuzz(name, dialect));
});

/** Leaves the first half of what each session is told from, as its agent had it then; gives what undoes that. */
function cutShort(folder: string): () => void {
  const files = filesBelow(folder)
    .toSorted()
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
  for (const { file, text } of files) {
    if (file.endsWith(".jsonl")) writeFileSync(file, firstHalf(text.split(/(?<=\n)/)).join(""));
    else if (/[/\\](message|part)[/\\]/.test(file)) {
      const beside = files.filter((other) => dirname(other.file) === dirname(file));
      if (!firstHalf(beside).some((early) => early.file === file)) rmSync(file);
    } else {
      // A snapshot is written whole each time.
      const { history, ...rest } = JSON.parse(text) as { history?: unknown[] };
      if (history !== undefined)
        writeFileSync(file, JSON.stringify({ ...rest, history: firstHalf(history) }));
    }
  }
  return () => files.forEach(({ file, text }) => writeFileSync(file, text));
}

function firstHalf<T>(all: readonly T[]): readonly T[] {
  return all.slice(0, Math.ceil(all.length / 2));
}

/** Breaks one byte range of one file: whatever is left is read, and nothing throws but "no session". */
async function fuzz(name: string, { translation }: Dialect): Promise<void> {
  const files = filesBelow(samplesOf(name));
  const blow = fc.record({
    which: fc.nat(files.length - 1),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(60),
    bytes: fc.uint8Array({ maxLength: 20 }),
  });
  const notices: string[] = [];
  await fc.assert(
    fc.asyncProperty(blow, async ({ which, at, length, bytes }) => {
      const folder = temporaryCopy(samplesOf(name));
      const file = join(folder, files[which]!.slice(samplesOf(name).length));
      const content = readFileSync(file);
      const from = Math.floor(at * content.length);
      writeFileSync(file, Buffer.concat([content.subarray(0, from), bytes, content.subarray(from + length)]));
      const { store } = await temporaryStore({
        index: false,
        sources: [{ dialect: name, folder }],
        onNotice: ({ message }) => notices.push(message),
      });
      await readAll(store, name);
      if (translation === undefined) return;
      for (const session of translation.sessions(folder)) {
        const entries = orNoSession(() => [...translation.translate(session)].flatMap(entryOf)) ?? [];
        expect(entries.flatMap((entry) => validateEntry(entry))).toEqual([]);
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
        orNoSession(() => TranslatedLog.open("log", session, translation).close());
      }
      rmSync(folder, { recursive: true });
    }),
    { numRuns: Number(process.env["SESSION_TREE_RUNS"] ?? 25) },
  );
  expect(notices.filter((notice) => !notice.includes("is not a session"))).toEqual([]);
}

async function readAll(store: SessionStore, name: string): Promise<void> {
  for (const { file } of await store.list({ source: name, archived: true })) {
    const session = await store.open(file);
    await session.project();
    await session.report();
    await session.close();
  }
}

function temporaryCopy(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

function entryOf(told: Told) {
  return "entry" in told ? [told.entry] : [];
}

function orNoSession<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotASessionError || error instanceof SessionTreeError) return undefined;
    throw error;
  }
}

test("agents are where their folders are, by name", () => {
  const folders = agentFolders({ home: "/home/ada", env: {} });
  expect(folders).toContainEqual({ dialect: "pi", folder: join("/home/ada", ".pi", "agent", "sessions") });
  expect(new Set(AGENTS.map(({ dialect }) => dialect.name)).size).toBe(AGENTS.length);
});
