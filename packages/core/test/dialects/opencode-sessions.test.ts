import { describe, expect, test } from "vitest";
import { opencode } from "../../src/dialects/opencode/opencode.ts";
import { answer, everyForm, message, readStored, session, START, tool, user } from "./opencode-store.ts";
import { readForeign } from "./read-foreign.ts";

const PNG = { type: "file", mime: "image/png", url: "data:image/png;base64,aGk=", filename: "a.png" };

const WHOLE = session(
  [
    user("msg_1", 1, "list the files", PNG, { type: "text", text: "read by the harness", synthetic: true }),
    answer(
      "msg_2",
      2,
      { finish: "tool-calls" },
      { type: "step-start", snapshot: "s" },
      { type: "reasoning", text: "hm", metadata: { anthropic: { signature: "c2ln" } } },
      tool("c1", "completed", { output: "a.txt", title: "ls", metadata: { exit: 0 } }),
      tool("c2", "error", { error: "no such file" }),
      tool("c3", "running"),
      { type: "step-finish", reason: "tool-calls" },
    ),
    answer("msg_3", 3, {}, "one file"),
    user("msg_4", 4, "undone"),
    answer("msg_5", 5, {}, "undone, too"),
  ],
  { revert: { messageID: "msg_4" }, parentID: "ses_0" },
);

describe("a session of opencode", () => {
  test("reads the same from a database, from JSON files and from an export", () => {
    const read = everyForm(WHOLE).map(([, found]) => readForeign(opencode, found));
    expect(read).toHaveLength(3);
    for (const { entries, path, said } of read) {
      expect(entries).toEqual(read[0]!.entries);
      expect(path).toEqual(["msg_1", "msg_1:synthetic", "msg_2", "msg_2:c1", "msg_2:c2", "msg_3"]);
      expect(said).toEqual([
        "user: list the files",
        "image",
        "user: read by the harness",
        "thinking: hm",
        "call: c1",
        "call: c2",
        "call: c3",
        "toolResult: a.txt",
        "toolResult: no such file",
        expect.stringContaining("toolResult: [No result"),
        "assistant: one file",
      ]);
    }
  });

  test("says what it is, and what each response used", () => {
    const { header, summary, leaves } = readStored(WHOLE.messages, {
      parentID: "ses_0",
      revert: { messageID: "msg_4" },
    });
    expect(header?.value).toMatchObject({
      timestamp: new Date(START).toISOString(),
      cwd: "/work",
      name: "Some work",
      parentSession: "ses_0",
      relation: "subagent",
      host: { name: "opencode", version: "1.2.3" },
      opencode: { projectID: "p" },
    });
    expect(summary).toMatchObject({
      title: "list the files",
      model: { provider: "anthropic", model: "claude-test" },
      usage: {
        inputTokens: 30,
        outputTokens: 21,
        reasoningTokens: 6,
        cacheReadTokens: 9,
        cacheWriteTokens: 12,
        cost: 1.5,
      },
      archived: false,
    });
    expect(leaves).toEqual(["msg_5"]);
  });

  test("counts reasoning once, wherever the total puts it", () => {
    const tokens = { total: 30, input: 10, output: 20, reasoning: 5, cache: { read: 0, write: 0 } };
    const { summary } = readStored([user("msg_1", 1, "x"), answer("msg_2", 2, { tokens }, "y")]);
    expect(summary.usage).toMatchObject({ outputTokens: 20, reasoningTokens: 5 });
  });

  test("orders messages by time, not by id", () => {
    const read = everyForm(session([answer("msg_1", 9, {}, "b"), user("msg_2", 1, "a")])).slice(0, 2);
    for (const [, found] of read) expect(readForeign(opencode, found).path).toEqual(["msg_2", "msg_1"]);
  });

  test.each([
    ["stop", {}, "stop"],
    ["length", {}, "length"],
    ["tool-calls", {}, "toolUse"],
    ["other", {}, undefined],
    [undefined, { error: { name: "MessageAbortedError", data: { message: "stopped" } } }, "aborted"],
    [undefined, { error: { name: "ProviderAuthError", data: { message: "no key" } } }, "error"],
  ])("an answer ends by %s %j: %s", (finish, more, stopReason) => {
    const { entries } = readStored([user("msg_1", 1, "x"), answer("msg_2", 2, { finish, ...more }, "y")]);
    expect((entries[1] as { message?: { stopReason?: string } }).message?.stopReason).toBe(stopReason);
  });

  test("a call whose arguments have not all arrived is not for the model", () => {
    const pending = tool("c1", "pending", { input: {}, raw: '{"comm' });
    const { said, entries } = readStored([
      user("msg_1", 1, "x"),
      answer("msg_2", 2, { finish: undefined }, "hm", pending),
    ]);
    expect(said).toEqual(["user: x", "assistant: hm"]);
    expect(JSON.stringify(entries[1])).toContain('"partialJson":"{\\"comm"');
  });

  test("a message of several steps is several responses, each with its own tokens", () => {
    const finish = (reason: string, input: number, cost: number) => ({
      type: "step-finish",
      reason,
      cost,
      tokens: { input },
    });
    const { path, summary, entries } = readStored([
      user("msg_1", 1, "x"),
      answer(
        "msg_2",
        2,
        { cost: 3, tokens: { input: 20 } },
        { type: "step-start" },
        tool("c1", "completed", { output: "1" }),
        finish("tool-calls", 10, 1),
        { type: "step-start" },
        "done",
        finish("stop", 20, 2),
      ),
    ]);
    expect(path).toEqual(["msg_1", "msg_2", "msg_2:c1", "msg_2:prt_msg_2_03"]);
    expect(summary.usage).toEqual({ inputTokens: 30, cost: 3 });
    expect(entries[1]).toMatchObject({ message: { stopReason: "toolUse" } });
  });

  test("keeps what we have no field for", () => {
    const { entries } = readStored([
      user(
        "msg_1",
        1,
        "x",
        { type: "agent", name: "plan" },
        { type: "text", text: "shown only", ignored: true },
      ),
      answer("msg_2", 2, { mode: "build" }, { type: "patch", files: ["a"] }, { type: "tool" }),
      message("msg_3", 3, { role: "oracle" }, { type: "text", text: "?" }),
    ]);
    expect(entries[0]).toMatchObject({
      message: { opencode: { agent: "build", parts: [{ name: "plan" }, { text: "shown only" }] } },
    });
    expect(entries[1]).toMatchObject({
      message: { opencode: { mode: "build", parts: [{ files: ["a"] }, { type: "tool" }] } },
    });
    expect(entries[2]).toMatchObject({
      type: "custom",
      customType: "opencode:message",
      data: { info: { role: "oracle" }, parts: [{ text: "?" }] },
    });
  });

  test("what only the harness said is no prompt of the person", () => {
    const { entries, summary } = readStored([
      user("msg_1", 1, { type: "text", text: "Continue if you have next steps", synthetic: true }),
      user("msg_2", 2, "really"),
    ]);
    expect(entries[0]).toMatchObject({
      type: "custom_message",
      id: "msg_1",
      customType: "opencode:synthetic",
    });
    expect(summary.title).toBe("really");
  });

  test.each(["New session - 2026-03-01T08:00:00.000Z", "Child session - 2026-03-01T08:00:00.000Z", ""])(
    "a title that stands for none is no name: %s",
    (title) => expect(readStored([user("msg_1", 1, "x")], { title }).summary.name).toBeNull(),
  );

  test("that is archived there is archived here", () => {
    for (const [form, found] of everyForm(session([user("msg_1", 1, "x")], { time: { archived: START } })))
      expect(readForeign(opencode, found).summary.archived, form).toBe(true);
  });
});

describe("a compaction", () => {
  const summary = (parent: string, more = {}) => ({
    summary: true,
    mode: "compaction",
    parentID: parent,
    ...more,
  });
  const asked = (more = {}) => user("msg_3", 3, { type: "compaction", auto: true, ...more });

  test("stands for everything before it", () => {
    const {
      said,
      path,
      summary: listed,
    } = readStored([
      user("msg_1", 1, "old"),
      answer("msg_2", 2, {}, "older"),
      asked(),
      answer("msg_4", 4, summary("msg_3"), "what happened"),
      user("msg_5", 5, "go on"),
    ]);
    expect(path).toEqual(["msg_1", "msg_2", "msg_3", "msg_4", "msg_5"]);
    expect(said).toEqual([expect.stringContaining("what happened"), "user: go on"]);
    expect(listed.usage.cost).toBe(1);
  });

  test("keeps what it was told to keep", () => {
    const { said } = readStored([
      user("msg_1", 1, "old"),
      user("msg_2", 2, "kept"),
      asked({ tail_start_id: "msg_2" }),
      answer("msg_4", 4, summary("msg_3"), "what happened"),
    ]);
    expect(said).toEqual([expect.stringContaining("what happened"), "user: kept"]);
  });

  test.each([
    ["is not done yet", { finish: undefined, time: {} }],
    ["failed", { error: { name: "UnknownError", data: {} } }],
  ])("that %s replaces nothing", (_what, more) => {
    const { said } = readStored([
      user("msg_1", 1, "old"),
      asked(),
      answer("msg_4", 4, summary("msg_3", more), "half"),
    ]);
    expect(said).toEqual(["user: old", "assistant: half"]);
  });
});

describe("what was reverted", () => {
  const messages = [user("msg_1", 1, "a"), answer("msg_2", 2, {}, "b"), user("msg_3", 3, "c")];

  test.each([
    ["from a message on", { messageID: "msg_3" }, ["msg_1", "msg_2"]],
    ["from a part on", { messageID: "msg_2", partID: "prt_msg_2_00" }, ["msg_1"]],
    ["from the first message on", { messageID: "msg_1" }, []],
  ])("%s stays as a branch", (_what, revert, path) => {
    const read = readStored(messages, { revert });
    expect(read.path).toEqual(path);
    expect(read.leaves).toEqual(["msg_3"]);
    expect(read.notices).toEqual([]);
  });

  test("from a message on that is gone: nothing is hidden, and it is said", () => {
    const { path, notices } = readStored(messages, { revert: { messageID: "msg_9" } });
    expect(path).toEqual(["msg_1", "msg_2", "msg_3"]);
    expect(notices).toHaveLength(1);
  });
});
