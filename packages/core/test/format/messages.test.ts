import { describe, expect, test } from "vitest";
import { textOf, toBlocks } from "../../src/format/blocks.ts";
import { messageSchemas } from "../../src/format/messages.ts";

const { block: blockSchema, message: messageSchema } = messageSchemas();

const isMessage = (value: unknown) => messageSchema.safeParse(value).success;
const isBlock = (value: unknown) => blockSchema.safeParse(value).success;

describe("messages", () => {
  test.each([
    { role: "system", content: "s" },
    { role: "user", content: [] },
    { role: "assistant", content: [] },
    { role: "toolResult", content: "", toolCallId: "t" },
  ])("the smallest $role message", (message) => {
    expect(isMessage(message)).toBe(true);
    expect(messageSchema.parse({ ...message, extra: 1 })).toEqual({ ...message, extra: 1 });
    expect(isMessage({ ...message, content: undefined })).toBe(false);
    expect(isMessage({ ...message, content: null })).toBe(false);
    expect(isMessage({ ...message, content: [null] })).toBe(false);
  });

  test("everything that an assistant message can say", () => {
    const message = {
      role: "assistant",
      content: [{ type: "text", text: "done" }],
      provider: "anthropic",
      api: "anthropic-messages",
      model: "m",
      stopReason: "error",
      usage: {
        inputTokens: 1,
        outputTokens: 2,
        cacheReadTokens: 3,
        cacheWriteTokens: 4,
        reasoningTokens: 1,
        cost: 0.1,
      },
      responseId: "r",
      requestId: "q",
      errorMessage: "overloaded",
    };
    expect(messageSchema.parse(message)).toEqual(message);
  });

  test.each([
    ["another role", { role: "narrator", content: "x" }],
    ["no role", { content: "x" }],
    ["an unknown stop reason", { role: "assistant", content: [], stopReason: "bored" }],
    ["a model that is no string", { role: "assistant", content: [], model: { id: "m" } }],
    ["negative tokens", { role: "assistant", content: [], usage: { inputTokens: -1 } }],
    ["a result without its call", { role: "toolResult", content: "x" }],
    ["a result with `isError` as text", { role: "toolResult", content: "x", toolCallId: "t", isError: "no" }],
  ])("refuses %s", (_what, message) => {
    expect(isMessage(message)).toBe(false);
  });
});

describe("blocks", () => {
  test.each([
    { type: "text", text: "" },
    { type: "image", mimeType: "image/png", data: "aGk=" },
    { type: "thinking", thinking: "hm" },
    { type: "thinking", thinking: "", signature: "s", redacted: true },
    { type: "toolCall", id: "t", name: "bash", input: { command: "ls" } },
    { type: "toolCall", id: "t", name: "bash", input: "ls" },
    { type: "hologram" },
  ])("$type is a block, and its other keys are kept", (block) => {
    expect(blockSchema.parse({ ...block, extra: [1] })).toEqual({ ...block, extra: [1] });
  });

  test.each([
    { type: "text" },
    { type: "text", text: 1 },
    { type: "image", data: "aGk=" },
    { type: "image", mimeType: "image/png" },
    { type: "thinking", thinking: null },
    { type: "thinking", thinking: "x", signature: 1 },
    { type: "toolCall", id: "t", input: {} },
    { type: "toolCall", name: "bash", input: {} },
    { type: 1 },
    {},
    "text",
    null,
  ])("%j is none", (block) => {
    expect(isBlock(block)).toBe(false);
  });

  test("a string is read as one text block", () => {
    expect(toBlocks("hi")).toEqual([{ type: "text", text: "hi" }]);
    expect(textOf([{ type: "text", text: "a" }, { type: "hologram" }, { type: "text", text: "b" }])).toBe(
      "a\nb",
    );
  });
});
