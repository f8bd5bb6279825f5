import { describe, expect, test } from "vitest";
import { isEntry } from "../../src/format/entry-kinds.ts";
import { answer, call, HEADER, readChat, readLines, user } from "./gemini-chat.ts";
import type { ReadForeign } from "./read-foreign.ts";

describe("a chat of Gemini CLI", () => {
  test("is a path of its messages, with what the session is", () => {
    const { header, path, said, summary } = readChat(user("u1", "hello"), answer("a1", "hi"));
    expect(header?.value).toMatchObject({
      id: "the-session",
      timestamp: HEADER.startTime,
      gemini: { projectHash: "0f" },
    });
    expect(path).toEqual(["u1", "a1"]);
    expect(said).toEqual(["user: hello", "assistant: hi"]);
    expect(summary).toMatchObject({
      title: "hello",
      model: { provider: "google", model: "gemini-test" },
      messages: 2,
    });
  });

  test("tells a message that is written anew once, with all that it became", () => {
    const tokens = { input: 100, output: 5, cached: 40, thoughts: 3, tool: 2, total: 110 };
    const { path, said, summary } = readChat(
      user("u1"),
      answer("a1", "", { thoughts: [{ subject: "Plan", description: "look" }], tokens: null }),
      { $set: { lastUpdated: "2026-03-01T09:00:00.000Z" } },
      answer("a1", "", { tokens }),
      answer("a1", "", { tokens, toolCalls: [call("c1")] }),
      answer("a1", "", {
        tokens,
        thoughts: [{ subject: "Plan", description: "look" }],
        toolCalls: [call("c1", "files")],
      }),
      answer("a2", "two files"),
    );
    expect(path).toEqual(["u1", "a1", "a1:c1", "a2"]);
    expect(said).toEqual([
      "user: ask u1",
      "thinking: **Plan**\nlook",
      "call: c1",
      "toolResult: files",
      "assistant: two files",
    ]);
    expect(summary.usage).toEqual({
      inputTokens: 62,
      outputTokens: 8,
      cacheReadTokens: 40,
      reasoningTokens: 3,
    });
  });

  test("puts the results of parallel calls behind their one message, whatever came of them", () => {
    const toolCalls = [
      call("c1", "one"),
      call("c2", undefined, { status: "cancelled", resultDisplay: "stopped by the person" }),
      call("c3", undefined, {
        status: "error",
        result: [{ functionResponse: { id: "c3", response: { error: "broken" } } }],
      }),
      call("c4"),
    ];
    const { entries, leaves } = readChat(user("u1"), answer("a1", "", { toolCalls }));
    expect(leaves).toEqual(["a1:c3"]);
    expect(resultsOf(entries)).toEqual([
      ["c1", false, "one"],
      ["c2", true, "stopped by the person"],
      ["c3", true, "broken"],
    ]);
  });

  test("counts calls once that stand in the content, beside it, and in a turn of results", () => {
    const content = [
      { text: "hm", thought: true, thoughtSignature: "c2ln" },
      { functionCall: { name: "ls", args: { path: "c1" } } },
      { functionCall: { id: "c2", name: "ls", args: { path: "c2" } } },
    ];
    const both = ["c1", "c2"].map((id) => ({
      functionResponse: { id, name: "ls", response: { output: `of ${id}` } },
    }));
    const toolCalls = [call("c1", "", { result: both }), call("c2", "", { result: both })];
    const { said } = readChat(
      user("u1"),
      answer("a1", content, { toolCalls }),
      user("u2", both),
      answer("a2"),
    );
    expect(said).toEqual([
      "user: ask u1",
      "thinking: hm",
      "call: c1",
      "call: c2",
      "toolResult: of c1",
      "toolResult: of c2",
      "assistant: say a2",
    ]);
  });

  test("reads results that stand only in a turn of their own, and images", () => {
    const image = { inlineData: { mimeType: "image/png", data: "aGk=" } };
    const { entries } = readChat(
      user("u1", [{ text: "look" }, image]),
      answer("a1", [{ functionCall: { id: "c1", name: "see", args: {} } }]),
      user("u2", [
        { functionResponse: { id: "c1", name: "see", response: { output: "seen" }, parts: [image] } },
      ]),
    );
    expect(entries.map(({ id }) => id)).toEqual(["u1", "a1", "u2:c1"]);
    expect(JSON.stringify(entries[0])).toContain('{"type":"image","mimeType":"image/png","data":"aGk="}');
    expect(JSON.stringify(entries[2])).toContain('"seen"},{"type":"image"');
  });

  test.each([
    ["<session_context>\nToday is Monday\n</session_context>", "custom_message", "gemini:session_context"],
    [[{ text: "<hook_context>x</hook_context>" }], "custom_message", "gemini:hook_context"],
    ["/stats model", "custom", "gemini:command"],
    ["?", "custom", "gemini:command"],
  ])("takes %j for no prompt of the person", (content, type, customType) => {
    const { entries, summary } = readChat(user("u0", content), user("u1", "fix it"));
    expect(entries[0]).toMatchObject({ type, customType, id: "u0" });
    expect(summary.title).toBe("fix it");
  });

  test.each(["info", "warning", "error"])(
    "carries a message of type %s on the path, not for the model",
    (type) => {
      const note = { ...user("n", "low"), type };
      const { entries, path, said } = readChat(user("u1"), note, answer("a1"));
      expect(entries[1]).toMatchObject({ type: "custom", customType: `gemini:${type}`, data: note });
      expect(path).toEqual(["u1", "n", "a1"]);
      expect(said).toEqual(["user: ask u1", "assistant: say a1"]);
    },
  );

  test("has the summary as name, and other facts as notes that make no branch", () => {
    const { entries, leaves, summary } = readChat(
      user("u1"),
      { $set: { summary: "Fix\nthe tests" } },
      { $set: { directories: ["/other"] } },
      answer("a1"),
    );
    expect(summary.name).toBe("Fix the tests");
    expect(leaves).toEqual(["a1"]);
    expect(entries.filter(({ type }) => type === "session_info")).toMatchObject([
      { name: "Fix the tests", gemini: { summary: "Fix\nthe tests" } },
      { gemini: { directories: ["/other"] } },
    ]);
  });

  test("keeps what we have no field for", () => {
    const { entries } = readChat(
      { ...user("u1"), displayContent: "shown" },
      answer("a1", "x", {
        later: 1,
        toolCalls: [call("c1", "y", { resultDisplay: "Y" }), call("c2"), { odd: true }],
      }),
      { future: "record" },
    );
    expect(entries[0]).toMatchObject({ message: { gemini: { displayContent: "shown" } } });
    expect(entries[1]).toMatchObject({
      message: {
        content: [{}, { id: "c1" }, { id: "c2", gemini: { status: "executing" } }],
        gemini: { later: 1, toolCalls: [{ odd: true }] },
      },
    });
    expect(entries[2]).toMatchObject({ message: { gemini: { status: "success", resultDisplay: "Y" } } });
    expect(entries[3]).toMatchObject({
      type: "custom",
      customType: "gemini:record",
      data: { future: "record" },
    });
  });
});

describe("$rewindTo", () => {
  test("leaves a branch", () => {
    const { path, leaves, said } = readChat(
      user("u1"),
      answer("a1"),
      user("u2"),
      answer("a2"),
      { $rewindTo: "u2" },
      user("u3"),
    );
    expect(path).toEqual(["u1", "a1", "u3"]);
    expect(leaves).toEqual(["a2", "u3"]);
    expect(said).toEqual(["user: ask u1", "assistant: say a1", "user: ask u3"]);
  });

  test("at the end moves the active leaf", () => {
    const { path, leaves } = readChat(user("u1"), answer("a1"), user("u2"), { $rewindTo: "u2" });
    expect(path).toEqual(["u1", "a1"]);
    expect(leaves).toEqual(["u2"]);
  });

  test.each(["nobody", "u1"])("before everything (%s) begins anew, and loses nothing", (to) => {
    const { path, leaves, notices } = readChat(user("u1"), answer("a1"), { $rewindTo: to }, user("u2"));
    expect(path).toEqual(["u2"]);
    expect(leaves).toEqual(["a1", "u2"]);
    expect(notices).toHaveLength(to === "nobody" ? 1 : 0);
  });

  test("to a message that comes again: it is another entry", () => {
    const { path } = readChat(user("u1"), { $rewindTo: "u1" }, user("u1", "anew"), answer("a1"));
    expect(path).toEqual([expect.stringMatching(/^v1-/), "a1"]);
  });
});

test("a message that changes behind others is edited, answered and counted there", () => {
  const { path, said, summary } = readChat(
    user("u1"),
    answer("a1", "hm", { toolCalls: [call("c1")] }),
    { ...user("i1"), type: "info" },
    answer("a1", "ah", { tokens: { input: 7, output: 1 }, toolCalls: [call("c1", "late")] }),
  );
  expect(path).toEqual(["u1", "a1", "i1", "a1:edit", "a1:c1", "a1:usage"]);
  expect(said).toEqual(["user: ask u1", "assistant: ah", "call: c1", "toolResult: late"]);
  expect(summary.usage).toEqual({ inputTokens: 7, outputTokens: 1 });
});

describe("damage", () => {
  test("one bad line costs one line", () => {
    const { path, damage } = readChat(user("u1"), '{"id":"a1","type":"ge', answer("a2"), "[1]", user("u2"));
    expect(path).toEqual(["u1", "a2", "u2"]);
    expect(damage.map((one) => one.split(" ")[0])).toEqual(["not-json", "no-entry"]);
  });

  test("of a torn line with another behind it the whole one is read, and a last one without newline", () => {
    const glued = `{"id":"a1","type":"gemini","con${JSON.stringify(answer("a2"))}`;
    const { path } = readLines(
      [HEADER, user("u1")].map((one) => `${JSON.stringify(one)}\n`).join("") + glued,
    );
    expect(path).toEqual(["u1", "a2"]);
  });

  test("a raw line separator in a text is none, and NUL bytes are told", () => {
    const { said, damage } = readChat(`{"id":"u1","type":"user","content":"a\u2028b"}`, "\0\0\0");
    expect(said).toEqual(["user: a\u2028b"]);
    expect(damage).toEqual([expect.stringMatching(/^nul /)]);
  });

  test("without a header the file's name is the id", () => {
    const { header, path } = readLines(`{"sessionId":"lost\n${JSON.stringify(user("u1"))}\n`);
    expect(header?.id).toBe("session-x");
    expect(path).toEqual(["u1"]);
  });

  test("a header behind other lines is found", () => {
    const { header, path } = readLines(`${JSON.stringify(user("u1"))}\n${JSON.stringify(HEADER)}\n`);
    expect(header?.id).toBe("the-session");
    expect(path).toEqual(["u1"]);
  });
});

function resultsOf(entries: ReadForeign["entries"]): unknown[] {
  return entries.flatMap((entry) => {
    if (!isEntry(entry, "message") || entry.message.role !== "toolResult") return [];
    const { toolCallId, isError, content } = entry.message;
    return [[toolCallId, isError, (content as { text: string }[])[0]?.text]];
  });
}
