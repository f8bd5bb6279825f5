import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../../src/dialects/claude-code/claude-code.ts";
import { claudeCodeFolders } from "../../src/dialects/claude-code/folder.ts";
import { detectDialect } from "../../src/dialects/registry.ts";
import { NotASessionError } from "../../src/errors.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { temporaryFolder, temporaryStore } from "../support/store.ts";
import {
  answers,
  bytesOf,
  calls,
  hook,
  note,
  read,
  readFile,
  result,
  says,
  SESSION,
  write,
} from "./claude-code-log.ts";

const talk = [says("u", null), answers("a", "u")];

test.each([
  ["in the home folder", {}, "/home/ada/.claude/projects"],
  ["where the environment says", { CLAUDE_CONFIG_DIR: "/opt/claude" }, "/opt/claude/projects"],
  ["an empty word says nothing", { CLAUDE_CONFIG_DIR: "" }, "/home/ada/.claude/projects"],
])("sessions are %s", (_what, env, folder) => {
  expect(claudeCodeFolders({ home: "/home/ada", env })).toEqual([folder]);
});

test("finds sessions and subagents, and nothing else", () => {
  const root = temporaryFolder();
  const logs = [
    "-work/s1.jsonl",
    "-work/agent-0a.jsonl",
    "-work/s1/subagents/agent-0b.jsonl",
    "-work/s1/subagents/workflows/wf_1/agent-0c.jsonl",
  ];
  const others = [
    "-work/notes.txt",
    "-work/.s2.jsonl",
    "-work/s1/subagents/workflows/wf_1/journal.jsonl",
    "-work/s1/tool-results/t.txt",
  ];
  for (const path of [...logs, ...others, "-work/s1/subagents/agent-0b.meta.json"]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "{}\n");
  }
  symlinkSync(join(root, "-work"), join(root, "-work", "s1", "loop"));
  const found = [...claudeCode.translation!.sessions(root)];
  expect(found.map(({ file }) => relative(root, file)).toSorted()).toEqual(logs.toSorted());
  expect(found.flatMap(({ others: more = [] }) => more).map((file) => relative(root, file))).toEqual([
    "-work/s1/subagents/agent-0b.meta.json",
  ]);
  expect([...claudeCode.translation!.sessions(join(root, "gone"))]).toEqual([]);
});

describe("a log is Claude Code's", () => {
  test.each<[what: string, lines: (JsonObject | string)[], known: boolean]>([
    ["by a line of the conversation", talk, true],
    ["by a note before it", [note("mode"), ...talk], true],
    ["by a summary", [{ type: "summary", summary: "x", leafUuid: "y" }], true],
    ["by a first line that is long", [says("u", null, "x".repeat(70_000))], true],
    ["not by another agent's lines", [{ type: "session_meta", payload: { id: "x" } }], false],
    [
      "not by lines of a relative",
      [{ uuid: "u", parentUuid: null, type: "user", message: { role: "user", parts: [] } }],
      false,
    ],
    ["not by ours", [{ type: "message", id: "a", parentId: null }], false],
  ])("%s", (_what, lines, known) => {
    const dialect = detectDialect(bytesOf(lines).subarray(0, 65_536));
    expect(dialect === claudeCode).toBe(known);
  });
});

describe("the header", () => {
  test("says what the first line of the conversation says", () => {
    const { header } = read(note("mode", { mode: "plan" }), ...talk);
    expect(header).toMatchObject({
      id: SESSION,
      cwd: "/work/app",
      timestamp: talk[0]!["timestamp"],
      git: { branch: "main" },
      host: { name: "claude-code", version: "2.1.270" },
    });
  });

  test.each([
    ["the name of its file", `${SESSION.replace("1", "2")}.jsonl`, SESSION.replace("1", "2")],
    ["what its lines say, if that is no id", "backup.jsonl", SESSION],
  ])("has as id %s", (_what, name, id) => {
    expect(readFile(write(bytesOf(talk), name)).log.id).toBe(id);
  });

  test.each([
    ["of no bytes", ""],
    ["of notes only", bytesOf([note("custom-title", { customTitle: "x" })]).toString()],
    ["of noise", "noise\n{}\n"],
  ])("a file %s is no session", (_what, text) => {
    expect(() => readFile(write(Buffer.from(text)))).toThrow(NotASessionError);
  });

  test("a version that is not known is told", () => {
    const [first, second] = talk;
    expect(read({ ...first, version: "3.0.1" }, second!).notices).toEqual([expect.stringContaining("3.0.1")]);
    expect(read(...talk).notices).toEqual([]);
  });
});

describe("the name", () => {
  const custom = (customTitle: string) => note("custom-title", { customTitle });
  const made = (aiTitle: string) => note("ai-title", { aiTitle });
  const summary = (text: string, leafUuid: string) => ({ type: "summary", summary: text, leafUuid });

  test.each<[what: string, lines: JsonObject[], name: string | undefined]>([
    ["none", talk, undefined],
    ["the last one given", [...talk, custom("one"), custom("two")], "two"],
    ["one given before one made up", [...talk, custom("given"), made("made")], "given"],
    [
      "one made up, where the given one was taken off",
      [made("made"), ...talk, custom("given"), custom("")],
      "made",
    ],
    ["a summary of this session", [...talk, summary("own", "a")], "own"],
    ["no summary of another one", [summary("other", "x"), ...talk], undefined],
    [
      "the command that it began with",
      [
        says("c", null, "<command-name>/plan</command-name>\n<command-args>the API</command-args>"),
        answers("a", "c"),
      ],
      "/plan the API",
    ],
    [
      "no command before what was said",
      [says("c", null, "<command-name>/clear</command-name>"), says("u", "c"), answers("a", "u")],
      undefined,
    ],
  ])("%s", (_what, lines, name) => {
    expect(read(...lines).log.name()).toBe(name);
  });

  test("a tag replaces the one before, or is taken off", () => {
    const { entries } = read(
      ...talk,
      note("tag", { tag: "one" }),
      note("tag", { tag: "two" }),
      note("tag", { tag: "" }),
    );
    expect(entries.filter(({ type }) => type === "tag")).toMatchObject([
      { tag: "one", on: true },
      { tag: "one", on: false },
      { tag: "two", on: true },
      { tag: "two", on: false },
    ]);
  });
});

test.each([
  ["stays, where a command looks into a folder", ["/work/app/src", "/work/app"], "/work/app"],
  ["moves with the project", ["/work/new"], "/work/new"],
  ["comes back", ["/tmp", "/work/app/src"], "/work/app"],
  ["is no other for a longer name", ["/work/app2"], "/work/app2"],
])("the directory %s", (_what, folders, cwd) => {
  const { log } = read(...talk, ...folders.map((folder, at) => ({ ...hook(`p${at}`, "a"), cwd: folder })));
  expect(log.cwd()).toBe(cwd);
});

test("the directory is where the session was said to be moved", () => {
  expect(read(...talk, note("relocated", { relocatedCwd: "/work/new" })).log.cwd()).toBe("/work/new");
});

describe("a subagent", () => {
  const lines = [says("u", null), answers("a", "u")].map((line) => ({
    ...line,
    isSidechain: true,
    agentId: "0b",
  }));

  test.each([
    ["beside the session", "agent-0b.jsonl"],
    ["in the session's folder", join(SESSION, "subagents", "agent-0b.jsonl")],
    ["of another name", "copy.jsonl"],
  ])("%s", (_where, name) => {
    const root = temporaryFolder();
    mkdirSync(join(root, SESSION, "subagents"), { recursive: true });
    const { header, leaf, conversation } = readFile(write(bytesOf(lines), name, root));
    expect(header).toMatchObject({ id: "agent-0b", relation: "subagent", parentSession: SESSION });
    expect([leaf, conversation]).toEqual(["a", ["u", "a"]]);
  });

  test("has the name that stands beside it", () => {
    const file = write(bytesOf(lines), "agent-0b.jsonl");
    writeFileSync(file.replace(".jsonl", ".meta.json"), '{"description":"Read the docs","toolUseId":"t"}');
    expect(readFile(file).header).toMatchObject({ name: "Read the docs", claudeCode: { toolUseId: "t" } });
  });
});

test("a store lists sessions, forks and imports them, and writes nothing to their folder", async () => {
  const folder = temporaryFolder();
  const subagent = [says("su", null), answers("sa", "su")].map((line) => ({ ...line, isSidechain: true }));
  const files = [
    write(bytesOf([...talk, note("custom-title", { customTitle: "Talk" })]), `${SESSION}.jsonl`, folder),
    write(bytesOf(subagent), "agent-0b.jsonl", folder),
  ];
  const state = () => files.map((file) => ({ bytes: readFileSync(file), times: statSync(file).mtimeMs }));
  const before = state();
  const { store, cwd } = await temporaryStore({ sources: [{ dialect: "claude-code", folder }] });
  expect(await store.list({ source: "claude-code" })).toMatchObject([
    { id: "agent-0b", relation: "subagent", parentSession: SESSION },
    {
      id: SESSION,
      name: "Talk",
      title: "u",
      model: { model: "claude-sonnet-5" },
      usage: { inputTokens: 10, outputTokens: 20 },
    },
  ]);
  const session = await store.open(SESSION);
  const { messages } = await session.project();
  const fork = await store.fork(session, { cwd });
  expect((await fork.project()).messages).toEqual(messages);
  expect(await store.import(files[0]!)).toMatchObject({ created: true });
  expect(await store.import(files[0]!)).toMatchObject({ created: false, added: 0 });
  expect(state()).toEqual(before);
});

test("a line of many megabytes costs nothing around it, and hides no other session", async () => {
  const folder = temporaryFolder();
  const large = answers("a", "u", "x".repeat(24 << 20));
  write(bytesOf([says("u", null, "first"), large, says("v", "a")]), `${SESSION}.jsonl`, folder);
  write(bytesOf(talk), "5c1d7a52-0000-4000-8000-000000000002.jsonl", folder);
  const { store } = await temporaryStore({ sources: [{ dialect: "claude-code", folder }] });
  const listed = await store.list({ source: "claude-code" });
  expect(listed.map(({ title, messages, damage }) => ({ title, messages, damage }))).toEqual(
    expect.arrayContaining([
      { title: "first", messages: 3, damage: 0 },
      { title: "u", messages: 2, damage: 0 },
    ]),
  );
});

describe("a fork", () => {
  const PARENT = "5c1d7a52-0000-4000-8000-00000000000f";
  const from = (messageUuid: string) => ({ forkedFrom: { sessionId: PARENT, messageUuid } });

  test("by copy says which entry it ends with: of an answer the first line", () => {
    const { header, conversation } = read(
      { ...says("u", null), ...from("pu") },
      { ...calls("a1", "u", "m", "t"), ...from("pa1") },
      { ...answers("a2", "a1", "x", { id: "m" }), ...from("pa2") },
      says("v", "a2"),
      { ...says("w", "v"), ...from("later") },
    );
    expect(header).toMatchObject({ parentSession: PARENT, forkedFrom: "pa1", relation: "fork" });
    expect(conversation).toEqual(["u", "a1", "v", "w"]);
  });

  test("by copy keeps one of two copies", () => {
    const log = read(
      { ...says("u", null), ...from("u") },
      { ...says("v", "u"), ...from("v") },
      says("v", null),
      answers("a", "v"),
    );
    expect(log.conversation).toEqual(["u", "v", "a"]);
    expect(log.damage).toEqual(["duplicate-id"]);
  });

  const parent = [
    says("u", null),
    calls("a", "u", "m", "t"),
    result("r", "a", "t"),
    answers("b", "r"),
    says("v", "b"),
    says("w", "b"),
  ];
  const reference = (parentLastUuid: string) =>
    note("fork-context-ref", { parentSessionId: PARENT, parentLastUuid });

  test("by reference begins with what it refers to", () => {
    const folder = temporaryFolder();
    write(bytesOf(parent), `${PARENT}.jsonl`, folder);
    const file = write(
      bytesOf([reference("v"), says("x", null), answers("y", "x")]),
      `${SESSION}.jsonl`,
      folder,
    );
    const { conversation, header, branches, notices } = readFile(file);
    expect(conversation).toEqual(["u", "a", "r", "b", "v", "x", "y"]);
    expect(header).toMatchObject({ parentSession: PARENT, forkedFrom: "v", relation: "fork" });
    expect([branches.length, notices.length]).toEqual([1, 0]);
  });

  test.each([
    ["an entry that is not there", "gone", `${PARENT}.jsonl`],
    ["a session that is not there", "v", "other.jsonl"],
    ["itself", "x", "other.jsonl", SESSION],
    ["no session at all", "v", "other.jsonl", "../../etc/passwd"],
  ])("that refers to %s has only its own", (_what, last, name, parentSessionId = PARENT) => {
    const folder = temporaryFolder();
    write(bytesOf(parent), name, folder);
    const own = [{ ...reference(last), parentSessionId }, says("x", null), answers("y", "x")];
    const { conversation, notices } = readFile(write(bytesOf(own), `${SESSION}.jsonl`, folder));
    expect(conversation).toEqual(["x", "y"]);
    expect(notices).toHaveLength(1);
  });
});
