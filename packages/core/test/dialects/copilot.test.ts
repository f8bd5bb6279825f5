import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { copilot } from "../../src/dialects/copilot/copilot.ts";
import { copilotFolders } from "../../src/dialects/copilot/folder.ts";
import { detectDialect } from "../../src/dialects/registry.ts";
import { TranslatedLog } from "../../src/dialects/translated-log.ts";
import { readSummary } from "../../src/session-index/summarize.ts";
import {
  assistant,
  bytesOf,
  event,
  eventsFile,
  request,
  result,
  session,
  SESSION,
  start,
  user,
} from "./copilot-events.ts";
import { activePath, lines, logOf, otherPaths, projected, tell } from "./tell.ts";

function summary(file: string) {
  return readSummary(TranslatedLog.open(file, { file }, copilot.translation!), copilot, "x", Date.now());
}

describe("a session reads as its model saw it", () => {
  test.each([
    [
      "texts, as the human typed them",
      [user("hi", { transformedContent: "<now>2026</now>\nhi" }), assistant("hello")],
      ["user: hi", "assistant: hello"],
    ],
    [
      "calls made at once, with arguments as an object, JSON or a text",
      [
        user("go"),
        assistant("", {
          reasoningText: "hm",
          toolRequests: [
            request("a"),
            request("b", { arguments: '{"x":1}' }),
            request("c", { arguments: "*** Begin", type: "custom" }),
          ],
        }),
        event("tool.execution_start", { toolCallId: "a", toolName: "bash" }),
        result("b"),
        result("a", { success: false, result: undefined, error: { message: "gave up" } }),
        result("c"),
        assistant("done"),
      ],
      [
        "user: go",
        "thinking: hm",
        'call a: {"command":"ls"}',
        'call b: {"x":1}',
        'call c: {"input":"*** Begin"}',
        "result b: ok",
        "failure a: gave up",
        "result c: ok",
        "assistant: done",
      ],
    ],
    [
      "images of the user and of tools",
      [
        user("see", {
          attachments: [
            { type: "blob", mimeType: "image/png", data: "AAAA" },
            { type: "file", path: "/work/a.txt" },
          ],
        }),
        assistant("", { toolRequests: [request("a")] }),
        result("a", {
          result: {
            content: "shot",
            binaryResultsForLlm: [{ type: "image", mimeType: "image/png", data: "AA" }],
          },
        }),
      ],
      ["user: see", "user: [image]", 'call a: {"command":"ls"}', "result a: shot", "toolResult: [image]"],
    ],
    [
      "what is for the model, but not of the human",
      [
        user("# A skill", { source: "skill-pdf" }),
        event("system.notification", { content: "a shell ended", kind: "shell" }),
        user("hi", { source: "user" }),
      ],
      ["(copilot:skill-pdf)", "(copilot:notification)", "user: hi"],
    ],
    [
      "a system prompt, once",
      [event("system.message", { content: "S" }), user("hi"), event("system.message", { content: "S" })],
      ["system: S", "user: hi"],
    ],
    [
      "chunks of one response",
      [
        user("hi"),
        assistant("part one", { apiCallId: "r1", chunkIndex: 0, chunkCount: 2 }),
        event("assistant.turn_end", { turnId: "0" }),
        assistant("part two", { apiCallId: "r1", chunkIndex: 1, chunkCount: 2, outputTokens: 5 }),
      ],
      ["user: hi", "assistant: part one", "assistant: part two"],
    ],
  ])("%s", (_what, told, expected) => {
    const log = logOf(copilot, session(start(), ...told));
    expect(activePath(log)).toEqual(expected);
    expect(otherPaths(log)).toEqual([]);
    expect(log.damage()).toEqual([]);
    expect(
      projected(log).repairs.filter(({ kind }) => kind !== "result-moved" && kind !== "image-moved"),
    ).toEqual([]);
  });
});

test("a compaction puts its summary in place of what stood before; one that failed does nothing", () => {
  const failed = event("session.compaction_complete", { success: false, error: "x" });
  const done = event("session.compaction_complete", {
    success: true,
    summaryContent: "SUMMARY",
    preCompactionTokens: 5000,
    checkpointNumber: 1,
  });
  const log = logOf(copilot, session(start(), user("one"), failed, assistant("1"), done, user("two")));
  expect(activePath(log)).toEqual(["user: one", "assistant: 1", "compaction", "user: two"]);
  expect(lines(projected(log).messages)).toEqual([expect.stringContaining("SUMMARY"), "user: two"]);
});

test("a subagent has a root of its own, and the session stays with its own agent", () => {
  const aside = { agentId: "agent-1" };
  const told = [
    start(),
    user("go"),
    assistant("", { toolRequests: [request("t", { name: "task" })] }),
    event("subagent.started", { toolCallId: "t", agentName: "explore" }, aside),
    assistant("", { toolRequests: [request("x")], parentToolCallId: "t" }, aside),
    result("x", {}, aside),
    assistant("found it", {}, aside),
    result("t"),
    assistant("thanks"),
  ];
  const log = logOf(copilot, session(...told));
  const own = ["user: go", 'call t: {"command":"ls"}', "result t: ok", "assistant: thanks"];
  expect(activePath(log)).toEqual(own);
  const subagent = ['call x: {"command":"ls"}', "result x: ok", "assistant: found it"];
  expect(otherPaths(log)).toEqual([subagent]);
  // Where the subagent was the last to speak, too.
  expect(activePath(logOf(copilot, session(...told.slice(0, 7))))).toEqual(own.slice(0, 2));
});

test("what a list shows of a session", () => {
  const workspace = 'id: x\nname: "My: tests"\nsummary: |-\n  Fix\n  them\n';
  const file = eventsFile(
    bytesOf(
      start({ selectedModel: "gpt-x" }),
      event("system.message", { content: "S" }),
      user("fix the tests"),
      assistant("done"),
      event("session.model_change", { newModel: "gpt-y", previousModel: "gpt-x" }),
      event("session.resume", { context: { cwd: "/other" } }),
      event("session.future_thing", { x: 1 }),
    ),
    workspace,
  );
  expect(summary(file)).toMatchObject({
    id: SESSION,
    cwd: "/other",
    title: "fix the tests",
    created: "2026-06-01T00:00:00.000Z",
    branches: 1,
    model: { provider: "github-copilot", model: "gpt-y" },
    damage: 0,
  });
  expect(tell(copilot, file).header).toMatchObject({
    git: { root: "/work", branch: "main", commit: "c0ffee" },
    host: { name: "copilot-agent", version: "1.0.77" },
  });
  expect(tell(copilot, file).entries.at(-1)).toMatchObject({
    customType: "copilot:session.future_thing",
    data: { data: { x: 1 } },
  });
  const sessions = (folder: string) => copilot.translation!.sessions(folder);
  const found = [{ file, name: "My: tests" }];
  expect([...sessions(dirname(dirname(file)))]).toEqual(found);
  expect([...sessions(dirname(file))]).toEqual(found);
});

describe("tokens count once", () => {
  const shutdown = (input: number, cached: number) =>
    event("session.shutdown", {
      modelMetrics: {
        "gpt-x": {
          usage: { inputTokens: input, cacheReadTokens: cached, cacheWriteTokens: 0, outputTokens: 7 },
        },
      },
    });

  test.each([
    [
      "by an answer, and what was read when the session is shut down",
      [assistant("a", { outputTokens: 7 }), shutdown(100, 40)],
      60,
      40,
      7,
    ],
    ["where a resumed session goes on counting", [shutdown(100, 40), shutdown(150, 60)], 90, 60, undefined],
    ["where it counts anew", [shutdown(100, 40), shutdown(50, 20)], 90, 60, undefined],
    [
      "by the chunks of a response",
      [
        assistant("a", { apiCallId: "r", outputTokens: 7 }),
        assistant("b", { apiCallId: "r", outputTokens: 7 }),
      ],
      undefined,
      undefined,
      7,
    ],
  ])("%s", (_what, told, inputTokens, cacheReadTokens, outputTokens) => {
    const { usage } = summary(session(start(), user("go"), ...told));
    expect([usage.inputTokens, usage.cacheReadTokens, usage.outputTokens]).toEqual([
      inputTokens,
      cacheReadTokens,
      outputTokens,
    ]);
  });
});

test("one bad line costs one line, and a repeated id its second event", () => {
  const kept = assistant("kept");
  const file = session(
    start(),
    user("sep \u2028 here"),
    '{"type":"assistant.message","data":{"content":"torn\n',
    `${JSON.stringify(kept)}${JSON.stringify(user("second"))}\n`,
    { ...user("other"), id: kept["id"] },
    "\0".repeat(256),
  );
  expect(tell(copilot, file).damage).toEqual(["not-json", "duplicate-id", "nul"]);
  expect(activePath(logOf(copilot, file))).toEqual([
    "user: sep \u2028 here",
    "assistant: kept",
    "user: second",
  ]);
});

test("a session without its start is known by its folder, and by what stands beside it", () => {
  const file = eventsFile(
    bytesOf("{torn\n", user("hi")),
    "cwd: /work\ncreated_at: 2026-06-01T00:00:00.000Z\n",
  );
  expect(tell(copilot, file).header).toMatchObject({
    id: SESSION,
    cwd: "/work",
    timestamp: "2026-06-01T00:00:00.000Z",
  });
  expect(() => tell(copilot, session("nothing\n"))).toThrow(/is not a session log/);
});

test("an unknown version is read as far as it goes, and said", () => {
  const file = session(start({ version: 2 }), user("hi"));
  expect(tell(copilot, file).notices).toEqual([expect.stringContaining("Version 2")]);
  expect(activePath(logOf(copilot, file))).toEqual(["user: hi"]);
});

test.each(["a: [", "just text", "&a [*a]", "a: &b {c: *b}"])(
  "a workspace that is none says nothing: %s",
  (workspace) => {
    const file = eventsFile(bytesOf(start()), workspace);
    expect([...copilot.translation!.sessions(dirname(dirname(file)))]).toEqual([{ file, name: undefined }]);
  },
);

test("older sessions are files; one that has a folder by now is listed once", () => {
  const file = session(start(), user("hi"));
  const folder = dirname(dirname(file));
  writeFileSync(join(folder, `${SESSION}.jsonl`), readFileSync(file));
  writeFileSync(join(folder, "other.jsonl"), bytesOf(user("flat")));
  mkdirSync(join(folder, "empty"));
  const found = [...copilot.translation!.sessions(folder)].map((one) => one.file);
  expect(found).toEqual([file, join(folder, "other.jsonl")]);
  expect(tell(copilot, found[1]!).header).toMatchObject({ id: "other" });
});

test.each([
  ["events", bytesOf(start()), "copilot"],
  ["events whose first line is longer than what was read", bytesOf(start()).slice(0, 40), "copilot"],
  ["events without their start", bytesOf("{torn\n", user("hi")), "copilot"],
  [
    "our own log without its header",
    '{"type":"custom","id":"a","parentId":null,"customType":"x","data":{}}\n',
    undefined,
  ],
])("%s are recognised by their first bytes", (_what, bytes, name) => {
  expect((detectDialect(Buffer.from(bytes)) as { name?: string } | undefined)?.name).toBe(name);
});

const home = join("/", "home", "u");

test.each([
  ["by default", {}, join(home, ".copilot", "session-state")],
  ["an empty variable says nothing", { COPILOT_HOME: "" }, join(home, ".copilot", "session-state")],
  ["by the variable", { COPILOT_HOME: join("/", "data") }, join("/", "data", "session-state")],
])("Copilot's folder: %s", (_name, env, expected) => {
  expect(copilotFolders({ home, env })).toEqual([expected]);
});
