import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { geminiFolders } from "../../src/dialects/gemini/folder.ts";
import { gemini } from "../../src/dialects/gemini/gemini.ts";
import { answer, call, chatOf, HEADER, user } from "./gemini-chat.ts";
import { folderOf, readForeign, translationOf } from "./read-foreign.ts";

const home = join("/", "home", "u");

test.each([
  ["by default", {}, join(home, ".gemini", "tmp")],
  ["an empty variable says nothing", { GEMINI_CLI_HOME: "" }, join(home, ".gemini", "tmp")],
  ["by the variable", { GEMINI_CLI_HOME: join("/", "g") }, join("/", "g", ".gemini", "tmp")],
])("where Gemini CLI keeps its chats: %s", (_what, env, expected) => {
  expect(geminiFolders({ home, env })).toEqual([expected]);
});

test("finds chats, chats of subagents and checkpoints, of each session one file", () => {
  const folder = folderOf({
    "a/chats/session-1-aaaaaaaa.jsonl": chatOf(user("u1"), answer("a1")),
    // The same session, opened once more and never used.
    "a/chats/session-2-aaaaaaaa.jsonl": chatOf(),
    // Another one, whose id begins like that.
    "a/chats/session-3-aaaaaaaa.jsonl": chatOf().replace("the-session", "another"),
    "a/chats/session-4-bbbbbbbb.json": { ...HEADER, messages: [] },
    "a/chats/session-4-bbbbbbbb.jsonl": chatOf(),
    "a/chats/notes.txt": "x",
    "a/chats/the-session/sub-1.jsonl": chatOf(),
    "a/checkpoint-tag.json": [],
    "a/logs.json": [],
    "b/chats/session-5-cccccccc.json": { ...HEADER, messages: [] },
    "b/chats/session-6-dddddddd.jsonl/not-a-file": "x",
  });
  const found = [...translationOf(gemini).sessions(folder)].map(({ file }) =>
    relative(folder, file).replaceAll("\\", "/"),
  );
  expect(found.toSorted()).toEqual([
    "a/chats/session-1-aaaaaaaa.jsonl",
    "a/chats/session-3-aaaaaaaa.jsonl",
    "a/chats/session-4-bbbbbbbb.jsonl",
    "a/chats/the-session/sub-1.jsonl",
    "a/checkpoint-tag.json",
    "b/chats/session-5-cccccccc.json",
  ]);
  expect([...translationOf(gemini).sessions(join(folder, "nowhere"))]).toEqual([]);
});

test("a chat below another is of a subagent", () => {
  const folder = folderOf({ "tmp/p/chats/the-session/sub.jsonl": chatOf(user("u1")) });
  const { summary } = readForeign(gemini, { file: join(folder, "tmp/p/chats/the-session/sub.jsonl") });
  expect(summary).toMatchObject({ parentSession: "the-session", relation: "subagent" });
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test.each([
  ["the registry", { "projects.json": { projects: { "/work/other": "q", "/work/here": "p" } } }, {}],
  ["the project's own file", { "tmp/p/.project_root": "/work/here\n" }, {}],
  [
    "the hash of a registered directory",
    { "projects.json": { projects: { "/work/here": "q" } } },
    { projectHash: sha256("/work/here") },
  ],
  [
    "the hash of a directory that it names",
    {},
    { projectHash: sha256("/work/here"), directories: ["/x", "/work/here"] },
  ],
])("the working directory is told by %s", (_what, files, header) => {
  const file = "tmp/p/chats/session-x.jsonl";
  const folder = folderOf({ ...files, [file]: `${JSON.stringify({ ...HEADER, ...header })}\n` });
  expect(readForeign(gemini, { file: join(folder, file) }).summary.cwd).toBe("/work/here");
});

test("nothing tells the working directory", () => {
  const folder = folderOf({ "tmp/p/chats/session-x.jsonl": chatOf(user("u1")), "projects.json": "{torn" });
  expect(readForeign(gemini, { file: join(folder, "tmp/p/chats/session-x.jsonl") }).summary.cwd).toBeNull();
});

test.each([
  ["pretty", 2],
  ["on one line", 0],
])("a chat of old is one JSON value (%s)", (_what, indent) => {
  const chat = {
    ...HEADER,
    messages: [user("u1"), answer("a1", "", { toolCalls: [call("c1", "x")] })],
    summary: "Old",
  };
  const text = JSON.stringify(chat, null, indent);
  const folder = folderOf({ "session-x.json": text });
  const { path, header, summary, damage } = readForeign(gemini, { file: join(folder, "session-x.json") });
  expect(gemini.detect(Buffer.from(text.slice(0, 120)))).toBe("yes");
  expect(path).toEqual(["u1", "a1", "a1:c1"]);
  expect(header?.id).toBe("the-session");
  expect(summary.name).toBe("Old");
  expect(damage).toEqual([]);
});

test("of a chat of old that is cut short the messages before the cut are read", () => {
  const text = JSON.stringify({ ...HEADER, messages: [user("u1"), answer("a1"), user("u2")] }, null, 2);
  const cut = text.indexOf('"ask u2"');
  const folder = folderOf({ "session-x.json": text.slice(0, cut) });
  const { path, damage } = readForeign(gemini, { file: join(folder, "session-x.json") });
  const start = text.lastIndexOf("{", cut);
  expect(path).toEqual(["u1", "a1"]);
  expect(damage).toEqual([`torn-tail ${start}+${cut - start}`]);
});

const TURNS = [
  { role: "user", parts: [{ text: "This is the Gemini CLI. We are setting up the context for our chat." }] },
  { role: "user", parts: [{ text: "hello" }] },
  {
    role: "model",
    parts: [
      { text: "hi" },
      { functionCall: { name: "ls", args: {} } },
      { functionCall: { name: "see", args: {} } },
    ],
  },
  {
    role: "user",
    parts: [
      { functionResponse: { name: "see", response: { output: "y" } } },
      { functionResponse: { name: "ls", response: { output: "x" } } },
    ],
  },
  { role: "model", parts: [{ text: "bye" }] },
];

test.each([
  ["with its history under a name", { history: TURNS, authType: "oauth" }],
  ["that is a list", TURNS],
])("a saved checkpoint %s is a session named by its tag", (_what, content) => {
  const folder = folderOf({ "tmp/p/checkpoint-before%20it.json": content, "tmp/p/.project_root": "/work" });
  const file = join(folder, "tmp/p/checkpoint-before%20it.json");
  const { summary, path, said } = readForeign(gemini, { file });
  expect(gemini.detect(readFileSync(file))).toBe("yes");
  expect(summary).toMatchObject({
    name: "before it",
    title: "hello",
    cwd: "/work",
    created: null,
    messages: 5,
  });
  expect(summary.id).toMatch(/^checkpoint-before%20it-[0-9a-f]{8}$/);
  expect(path).toHaveLength(6);
  expect(said.slice(2)).toEqual([
    "assistant: hi",
    "call: at-2-1",
    "call: at-2-2",
    "toolResult: x",
    "toolResult: y",
    "assistant: bye",
  ]);
});

test.each([
  ["a chat", chatOf(user("u1")), "yes"],
  ["a chat whose header is torn", `{"sessionId":"x\n${JSON.stringify(answer("a1"))}\n`, "yes"],
  ["lines of another program", '{"id":"1","type":"user","content":"hi"}\n', "no"],
  ["another agent's log", '{"type":"session","id":"s","version":3}\n', "no"],
  ["a snapshot with a history of its own", '{"id":"x","history":[{"role":"user","content":"hi"}]}', "no"],
  ["a JSON list", '[{"role":"user","content":"hi"}]', "no"],
  ["no JSON", "hello", "no"],
  ["nothing", "", "no"],
])("knows %s by its first bytes", (_what, text, expected) => {
  expect(gemini.detect(Buffer.from(text))).toBe(expected);
});

test("reading leaves files and folders as they were", () => {
  const file = "tmp/p/chats/session-x.jsonl";
  const folder = folderOf({
    [file]: chatOf(user("u1"), { $rewindTo: "u1" }),
    "projects.json": { projects: {} },
  });
  const state = () =>
    ["", "tmp/p", "tmp/p/chats", file, "projects.json"].map((name) => statSync(join(folder, name)).mtimeMs);
  const [before, bytes] = [state(), readFileSync(join(folder, file))];
  readForeign(gemini, { file: join(folder, file) });
  expect(state()).toEqual(before);
  expect(readFileSync(join(folder, file))).toEqual(bytes);
});

test("a file that holds no record is no session", () => {
  const folder = folderOf({ "session-x.jsonl": "garbage\n", "session-y.json": "" });
  for (const name of ["session-x.jsonl", "session-y.json"]) {
    const told = [...translationOf(gemini).translate({ file: join(folder, name) })];
    expect(told.filter((one) => !("damage" in one))).toEqual([]);
  }
});
