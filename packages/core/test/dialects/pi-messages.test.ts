import { describe, expect, test } from "vitest";
import { decodePi } from "./read-log.ts";

function message(value: Record<string, unknown>) {
  return decodePi({ type: "message", message: value });
}

describe("messages of the roles that both formats have", () => {
  test.each([
    ["a string", "hi", { content: "hi" }],
    ["null", null, { content: [], pi: { content: null } }],
    ["nothing", undefined, { content: [] }],
    ["blocks", [{ type: "text", text: "a" }], { content: [{ type: "text", text: "a" }] }],
  ])("content: %s", (_name, content, expected) => {
    expect(message({ role: "user", content, timestamp: 5 })).toEqual({
      entry: { type: "message", message: { role: "user", timestamp: 5, ...expected } },
      problem: undefined,
    });
  });

  test("broken blocks are dropped, and kept beside with their places", () => {
    const broken = [
      null,
      7,
      {},
      { type: "text" },
      { type: "image", data: "x" },
      { type: "toolCall", id: "c" },
    ];
    const fine = { type: "text", text: "a" };
    const { entry, problem } = message({ role: "user", content: [...broken, fine] });
    expect(problem).toBeUndefined();
    expect(entry["message"]).toEqual({
      role: "user",
      content: [fine],
      pi: { content: broken.map((block, index) => ({ index, block })) },
    });
  });

  test.each([
    [
      { type: "text", text: "a", textSignature: "s" },
      { type: "text", text: "a", signature: "s" },
    ],
    [
      { type: "thinking", thinking: "t", thinkingSignature: "s", redacted: true },
      { type: "thinking", thinking: "t", signature: "s", redacted: true },
    ],
    [
      { type: "thinking", thinking: "t", thinkingSignature: 1, signature: "x" },
      { type: "thinking", thinking: "t", pi: { thinkingSignature: 1, signature: "x" } },
    ],
    [
      { type: "toolCall", id: "c", name: "n", arguments: { a: 1 }, partialJson: "{" },
      { type: "toolCall", id: "c", name: "n", input: { a: 1 }, partialJson: "{" },
    ],
    [
      { type: "toolCall", id: "c", name: "n" },
      { type: "toolCall", id: "c", name: "n", input: {} },
    ],
    [
      { type: "hologram", depth: 3 },
      { type: "hologram", depth: 3 },
    ],
  ])("block %j", (block, expected) => {
    const { entry, problem } = message({ role: "assistant", content: [block] });
    expect(problem).toBeUndefined();
    expect(entry).toEqual({ type: "message", message: { role: "assistant", content: [expected] } });
  });

  test("an answer: usage in our names, the cost as its total", () => {
    const cost = { input: 0.1, output: 0.2, cacheRead: 0, cacheWrite: 0, total: 0.3 };
    const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, totalTokens: 10, cost };
    const rest = {
      api: "anthropic-messages",
      provider: "anthropic",
      model: "m",
      stopReason: "toolUse",
      timestamp: 5,
    };
    const { entry, problem } = message({ role: "assistant", content: [], usage, ...rest });
    expect(problem).toBeUndefined();
    expect(entry["message"]).toEqual({
      role: "assistant",
      content: [],
      usage: {
        inputTokens: 1,
        outputTokens: 2,
        cacheReadTokens: 3,
        cacheWriteTokens: 4,
        totalTokens: 10,
        cost: 0.3,
        pi: { cost },
      },
      ...rest,
    });
  });

  test("odd optional fields never cost the message", () => {
    const odd = { provider: 1, api: null, model: {}, stopReason: "tired", errorMessage: 3, usage: "much" };
    const { entry, problem } = message({ role: "assistant", content: "a", ...odd });
    expect(problem).toBeUndefined();
    expect(entry["message"]).toEqual({ role: "assistant", content: "a", pi: odd });
    const usage = { input: -1, output: "2", cost: { total: null }, inputTokens: 7 };
    expect(message({ role: "assistant", content: "a", usage }).entry["message"]).toEqual({
      role: "assistant",
      content: "a",
      usage: { pi: usage },
    });
  });

  test("a tool result", () => {
    const value = {
      role: "toolResult",
      toolCallId: "c",
      toolName: "bash",
      content: [],
      isError: true,
      details: [1],
    };
    expect(message(value)).toEqual({ entry: { type: "message", message: value }, problem: undefined });
  });

  test.each([
    ["without a call id", { role: "toolResult", content: [] }],
    ["with an object as content", { role: "user", content: { a: 1 } }],
    ["without a role", { content: "a" }],
  ])("a message %s is carried and reported", (_name, value) => {
    const { entry, problem } = message(value);
    expect(problem).toBeTypeOf("string");
    expect(entry).toEqual({ type: "message", message: value });
  });

  test("a message that is not there is reported", () => {
    expect(decodePi({ type: "message" }).problem).toBeTypeOf("string");
  });
});

describe("system messages", () => {
  test("sections are joined to the content", () => {
    const value = {
      role: "system",
      content: "base",
      sections: { cwd: "/p", old: null, odd: 5 },
      toolsAdded: [{ name: "read" }],
    };
    expect(message(value).entry["message"]).toEqual({
      ...value,
      content: 'base\n\ncwd:\n/p\n\nThe section "old" no longer applies.',
      pi: { content: "base" },
    });
  });

  test.each([
    ["no sections", { content: "base" }, { content: "base" }],
    ["no content", {}, { content: "" }],
    ["sections only", { content: "", sections: { a: "b" } }, { content: "a:\nb", pi: { content: "" } }],
    [
      "blocks",
      { content: [{ type: "text", text: "x" }], sections: { a: "b" } },
      {
        content: [
          { type: "text", text: "x" },
          { type: "text", text: "a:\nb" },
        ],
        pi: { content: [{ type: "text", text: "x" }] },
      },
    ],
  ])("%s", (_name, value: Record<string, unknown>, expected) => {
    const { entry, problem } = message({ role: "system", ...value });
    expect(problem).toBeUndefined();
    expect(entry["message"]).toEqual({ role: "system", ...value, ...expected });
  });
});
