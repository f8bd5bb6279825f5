import { describe, expect, test } from "vitest";
import { decodePi } from "./read-log.ts";

const BASH = {
  role: "bashExecution",
  command: "ls",
  output: "a.ts\n",
  exitCode: 0,
  cancelled: false,
  truncated: false,
};

function bashText(more: Record<string, unknown>): unknown {
  return decodePi({ type: "message", message: { ...BASH, ...more } }).entry["content"];
}

describe("a command the person ran", () => {
  test("is a text for the model, with the original beside it", () => {
    expect(decodePi({ type: "message", message: BASH })).toEqual({
      entry: {
        type: "custom_message",
        customType: "pi:bashExecution",
        content: "The user ran this shell command:\n\n```\nls\n```\n\nIt printed:\n\n```\na.ts\n```",
        display: true,
        details: BASH,
      },
      problem: undefined,
    });
  });

  test.each([
    ["no output", { output: "" }, "It printed nothing."],
    ["a failure", { exitCode: 2 }, "It ended with exit code 2."],
    ["cancelled", { exitCode: null, cancelled: true }, "It was cancelled before it ended."],
    ["shortened", { truncated: true }, "The output is shortened here."],
    [
      "a longer file",
      { truncated: true, fullOutputPath: "/tmp/o" },
      "shortened here; all of it is in /tmp/o.",
    ],
  ])("says: %s", (_name, more, expected) => {
    expect(bashText(more)).toContain(expected);
  });

  test("output cannot close its own fence", () => {
    expect(bashText({ output: "x\n````\ny" })).toContain("`````\nx\n````\ny\n`````");
  });

  test("kept out of the context, it is no message", () => {
    const message = { ...BASH, excludeFromContext: true };
    expect(decodePi({ type: "message", message })).toEqual({
      entry: { type: "custom", customType: "pi:bashExecution", data: message },
      problem: undefined,
    });
  });
});

describe("messages that become entries of another type", () => {
  test.each(["custom", "hookMessage"])("role %s", (role) => {
    const message = {
      role,
      customType: "k",
      content: "hook",
      display: true,
      details: { a: 1 },
      timestamp: 1,
      id: "z",
    };
    expect(decodePi({ type: "message", message, x: 1, content: "odd" })).toEqual({
      entry: {
        type: "custom_message",
        customType: "k",
        content: "hook",
        display: true,
        details: { a: 1 },
        x: 1,
        pi: { content: "odd", message: { role, timestamp: 1, id: "z" } },
      },
      problem: undefined,
    });
  });

  test("a custom message without content, with broken blocks and an odd display", () => {
    const message = { role: "custom", customType: "k", content: [null], display: "yes" };
    expect(decodePi({ type: "message", message })).toEqual({
      entry: {
        type: "custom_message",
        customType: "k",
        content: [],
        pi: { message: { role: "custom", content: [{ index: 0, block: null }], display: "yes" } },
      },
      problem: undefined,
    });
  });

  test("a branch summary", () => {
    const message = { role: "branchSummary", summary: "S", fromId: "b", timestamp: 1 };
    expect(decodePi({ type: "message", message })).toEqual({
      entry: {
        type: "branch_summary",
        summary: "S",
        fromId: "b",
        pi: { message: { role: "branchSummary", timestamp: 1 } },
      },
      problem: undefined,
    });
  });

  test("a compaction summary: a text, as the history before it stays", () => {
    const message = { role: "compactionSummary", summary: "S", tokensBefore: 3, timestamp: 1 };
    expect(decodePi({ type: "message", message })).toEqual({
      entry: {
        type: "custom_message",
        customType: "pi:compactionSummary",
        content: "A summary of the conversation before this point:\n\nS",
        display: true,
        details: message,
      },
      problem: undefined,
    });
  });

  test.each([
    ["an unknown role", { role: "oracle", content: "x" }],
    ["a command without a command", { role: "bashExecution" }],
    ["a summary without a summary", { role: "compactionSummary" }],
  ])("%s stays out of the context", (_name, message) => {
    expect(decodePi({ type: "message", message, data: 4 })).toEqual({
      entry: { type: "custom", customType: `pi:${message.role}`, data: message, pi: { data: 4 } },
      problem: undefined,
    });
  });
});
