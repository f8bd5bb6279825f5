import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { NewEntry } from "../../src/store/new-entry.ts";
import type { SearchHit, SearchOptions } from "../../src/store/search-sessions.ts";
import type { SessionStore } from "../../src/store/session-store.ts";
import { assistant, temporaryFolder, temporaryStore, toolResult, user } from "../support/store.ts";

async function session(store: SessionStore, cwd: string, ...entries: NewEntry[]) {
  const made = await store.create({ cwd });
  for (const entry of entries) await made.append(entry);
  return made;
}

/** Answers with an index and without, which must be the same. */
async function search(store: SessionStore, query: string, options: SearchOptions = {}): Promise<SearchHit[]> {
  const hits = await store.search(query, options);
  expect(await store.search(query, { ...options, index: false })).toEqual(hits);
  return hits;
}

function idsOf(hits: readonly SearchHit[]): string[] {
  return hits.map(({ entryId }) => entryId);
}

const CALL = {
  type: "toolCall",
  id: "c1",
  name: "bash",
  input: { command: "pnpm test", env: { CI: "yes" } },
};

test("finds what was asked, answered, called, given and summarised, and tells whose words they are", async () => {
  const { store, cwd } = await temporaryStore();
  await session(
    store,
    cwd,
    user("find the needle", { id: "asked" }),
    assistant("a needle here", { id: "ignored" }),
    {
      type: "message",
      id: "called",
      message: { role: "assistant", content: [{ ...CALL, input: { path: ["needle.ts"] } }] },
    },
    toolResult("c1", "1 needle", { id: "given" }),
    { type: "custom_message", id: "custom", customType: "x", content: "needle" },
    { type: "queue", id: "queued", operation: "enqueue", content: "and the needle" },
    { type: "branch_summary", id: "branch", fromId: null, summary: "a needle" },
    { type: "compaction", id: "compacted", summary: "needle found", firstKeptEntryId: null },
    { type: "custom", id: "silent", customType: "needle", data: "needle" },
    { type: "label", id: "labelled", targetId: "asked", label: "needle" },
  );
  const hits = await search(store, "needle", { sort: "newest" });
  expect(Object.fromEntries(hits.map(({ entryId, role }) => [entryId, role]))).toMatchObject({
    asked: "user",
    called: "tool",
    given: "tool",
    custom: "user",
    queued: "user",
    branch: "summary",
    compacted: "summary",
  });
  expect(hits).toHaveLength(8);
  expect(idsOf(await search(store, "needle role:summary", { sort: "newest" })).toSorted()).toEqual([
    "branch",
    "compacted",
  ]);
});

test("each hit names its branch, and whether that is the active one", async () => {
  const { store, cwd } = await temporaryStore();
  const open = await session(
    store,
    cwd,
    user("question one", { id: "q" }),
    assistant("question two"),
    user("question three", { id: "other" }),
  );
  await open.checkout("q");
  await open.append(user("question four", { id: "active" }));
  const hits = await search(store, "question");
  expect(Object.fromEntries(hits.map((hit) => [hit.snippet.text, [hit.leaf, hit.active]]))).toEqual({
    "question one": ["active", true],
    "question two": ["other", false],
    "question three": ["other", false],
    "question four": ["active", true],
  });
});

test("an entry that forks carry is one hit, in the session it comes from", async () => {
  const { store, cwd } = await temporaryStore();
  const first = await session(store, cwd, user("needle", { id: "e1" }));
  const fork = await store.fork(first, { cwd });
  await fork.append(user("another needle", { id: "e2" }));
  const hits = await search(store, "needle", { sort: "newest" });
  expect(hits.map(({ entryId, session: { id }, copies }) => [entryId, id, copies])).toEqual([
    ["e2", fork.id, []],
    ["e1", first.id, [fork.id]],
  ]);
});

test("a native copy stands for its source", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "--p--", "2026-01-02T10-00-00-000Z_11aa22bb-0000-4000-8000-000066aa77bb.jsonl");
  const timestamp = "2026-01-02T10:00:00.000Z";
  mkdirSync(join(folder, "--p--"));
  const lines = [
    { type: "session", version: 3, id: "11aa22bb-0000-4000-8000-000066aa77bb", timestamp, cwd: "/p" },
    {
      type: "message",
      id: "a1",
      parentId: null,
      timestamp,
      message: { role: "user", content: "needle", timestamp: 0 },
    },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { store } = await temporaryStore({ sources: [{ dialect: "pi", folder }] });
  const [foreign] = await search(store, "needle agent:pi");
  expect(foreign).toMatchObject({
    session: { dialect: "pi", cwd: "/p", title: "needle" },
    entryId: "a1",
    active: true,
  });
  const { session: native } = await store.import(file);
  const [hit, ...others] = await search(store, "needle");
  expect(others).toEqual([]);
  expect(hit).toMatchObject({ session: { dialect: "native", id: native.id }, copies: [foreign!.session.id] });
});

test("a session that moved is found in its project", async () => {
  const { store, cwd } = await temporaryStore();
  const to = temporaryFolder();
  const { id } = await session(store, cwd, user("needle"));
  expect(await search(store, "needle project:.", { cwd })).toHaveLength(1);
  await store.move({ session: id, to });
  expect(await search(store, "needle project:.", { cwd })).toHaveLength(0);
  expect((await search(store, `needle project:"${to}"`))[0]!.session.id).toBe(id);
});

test("the best first: often, together, asked, and not long ago", async () => {
  const { store, cwd } = await temporaryStore({ now: () => new Date("2026-06-01T00:00:00Z") });
  const old = { timestamp: "2020-01-01T00:00:00.000Z" };
  await session(
    store,
    cwd,
    user("the timer leaks", { id: "old", ...old }),
    user(`timer${" and so on".repeat(30)} leaks`, { id: "apart" }),
    toolResult("c", "timer leaks", { id: "printed" }),
    user("the timer leaks", { id: "new" }),
  );
  expect(idsOf(await search(store, "timer leaks"))[0]).toBe("new");
  expect(idsOf(await search(store, "timer leaks", { sort: "newest" })).at(-1)).toBe("old");
});

test("of results, the beginning; of what was spilled, the preview; deep, all of the log", async () => {
  const { store, cwd } = await temporaryStore({ spill: { above: 5000 } });
  const filler = "filler ".repeat(400);
  const thinking = {
    role: "assistant" as const,
    content: [{ type: "thinking" as const, thinking: "a secretneedle" }],
  };
  await session(
    store,
    cwd,
    toolResult("c", `startneedle ${filler} endneedle`, { id: "result" }),
    { type: "message", id: "thought", message: thinking },
    user(`bigneedle ${filler.repeat(3)}`, { id: "spilled" }),
    user("it is => Null", { id: "signs" }),
  );
  expect(idsOf(await search(store, "startneedle"))).toEqual(["result"]);
  expect(idsOf(await search(store, "bigneedle"))).toEqual(["spilled"]);
  expect(await search(store, "endneedle")).toEqual([]);
  expect(await search(store, "secretneedle")).toEqual([]);
  const deep = async (query: string): Promise<string[]> => idsOf(await store.search(query, { deep: true }));
  expect(await deep("endneedle")).toEqual(["result"]);
  expect(await deep("SecretNeedle")).toEqual([]);
  expect(await deep("secretNEEDLE".toLowerCase())).toEqual(["thought"]);
  expect(await deep('"=> null"')).toEqual(["signs"]);
  expect(await deep("needle role:tool")).toEqual(["result"]);
  expect(await deep("startneedle bigneedle")).toEqual([]);
  await expect(store.search("=>")).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
});

test.each(["東京", "\\", "a/b", "Ünicode", "x\u2028y"])(
  "a deep search finds %j however it is written",
  async (word) => {
    const { store, cwd } = await temporaryStore();
    const { id } = await session(store, cwd, user("first"));
    const { file } = await store.resolve(id, { cwd });
    const message = { role: "user", content: `x ${word} y` };
    const plain = JSON.stringify({ type: "message", id: "plain", parentId: null, timestamp: "t", message });
    const escaped = plain.replaceAll(
      /[^\0-\x7e]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    writeFileSync(file, `${readFileSync(file, "utf8")}${plain}\n${escaped.replace("plain", "escaped")}\n`);
    const hits = await store.search(`"${word}"`, { deep: true });
    expect(idsOf(hits).toSorted()).toEqual(["escaped", "plain"]);
  },
);

test("a search changes no log, and its index is private", async () => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await session(store, cwd, user("needle"));
  const before = [readFileSync(file), statSync(file).mtimeMs];
  await store.search("needle");
  expect([readFileSync(file), statSync(file).mtimeMs]).toEqual(before);
  expect(statSync(join(root, "search.sqlite")).mode & 0o777).toBe(0o600);
});

test("a store that knows fewer agents leaves the words of the others in the index", async () => {
  const folder = temporaryFolder();
  const timestamp = "2026-01-02T10:00:00.000Z";
  mkdirSync(join(folder, "--p--"));
  const lines = [
    { type: "session", version: 3, id: "s", timestamp, cwd: "/p" },
    { type: "message", id: "a1", parentId: null, timestamp, message: { role: "user", content: "needle" } },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeFileSync(join(folder, "--p--", "2026-01-02T10-00-00-000Z_s.jsonl"), text);
  const { store, root } = await temporaryStore({ sources: [{ dialect: "pi", folder }] });
  expect(await search(store, "needle")).toHaveLength(1);
  const { store: fewer } = await temporaryStore({ root });
  expect(await search(fewer, "needle")).toEqual([]);
  const read: number[] = [];
  expect(await store.search("needle", { onProgress: (done) => read.push(done) })).toHaveLength(1);
  expect(read).toEqual([]);
});

test("off by choice", async () => {
  const { store, root, cwd } = await temporaryStore();
  await session(store, cwd, user("needle"));
  expect(await store.search("needle", { index: false })).toHaveLength(1);
  const { store: other } = await temporaryStore({ root, searchIndex: false });
  expect(await other.search("needle")).toHaveLength(1);
  expect((await other.doctor()).search).toBeNull();
  expect(existsSync(join(root, "search.sqlite"))).toBe(false);
});

test("doctor tells its size, reindex makes it anew, and the trash takes its words along", async () => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await session(store, cwd, user("needle"));
  await (await session(store, cwd, user("haystack"))).close();
  expect((await store.reindex()).search).toBeNull();
  await store.search("needle");
  const index = join(root, "search.sqlite");
  const { search: found } = await store.doctor();
  expect(found).toMatchObject({ file: index, logs: 2 });
  expect(found!.bytes).toBeGreaterThan(0);
  expect((await store.reindex()).search).toMatchObject({ logs: 2 });
  expect(await search(store, "needle")).toHaveLength(1);
  await store.delete({ file });
  expect(await search(store, "needle")).toEqual([]);
  await store.emptyTrash();
  await store.close();
  expect(readFileSync(index).includes("haystack")).toBe(true);
  expect(readFileSync(index).includes("needle")).toBe(false);
});

test.each([0, 1001, 1.5, Number.NaN])("refuses a limit of %j", async (limit) => {
  const { store } = await temporaryStore();
  await expect(store.search("a", { limit })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
});
