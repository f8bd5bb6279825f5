import { expect, test } from "vitest";
import { anthropicContent } from "../../src/dialects/anthropic/content.ts";
import { isToolResult, toolResult } from "../../src/dialects/anthropic/results.ts";

const KEEPER = { field: "parrotRest", dialect: "parrot" };

test.each([
  [
    { type: "text", text: "Hi", citations: [1] },
    { type: "text", text: "Hi", parrotRest: { citations: [1] } },
  ],
  [
    { type: "thinking", thinking: "So", signature: "s" },
    { type: "thinking", thinking: "So", signature: "s" },
  ],
  [
    { type: "thinking", thinking: "So", signature: "" },
    { type: "thinking", thinking: "So", parrotRest: { signature: "" } },
  ],
  [
    { type: "redacted_thinking", data: "d" },
    { type: "thinking", thinking: "", redacted: true, signature: "d" },
  ],
  [
    { type: "tool_use", id: "c1", name: "Bash" },
    { type: "toolCall", id: "c1", name: "Bash", input: {} },
  ],
  [
    { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } },
    { type: "image", mimeType: "image/png", data: "AA==" },
  ],
])("a block of the API in our form: %j", (block, ours) => {
  expect(anthropicContent([block], KEEPER)).toEqual([ours]);
});

test.each([
  // What is not what its type says, or means something else to us, must not be read as ours.
  [{ type: "text", text: 1 }, true],
  [{ type: "toolCall", id: "c1" }, true],
  [{ text: "no type" }, true],
  ["a text", true],
  [null, true],
  [{ type: "tool_use", name: "no id" }, false],
  [{ type: "image", source: { type: "url", url: "https://example.org/a.png" } }, true],
  [{ type: "server_tool_use", id: "c1" }, false],
])("a block without a place in our form is carried whole: %j", (block, isNamed) => {
  const carried = isNamed ? { type: "parrot:block", parrotRest: block } : block;
  expect(anthropicContent([block], KEEPER)).toEqual([carried]);
});

test("a result is a message of its own", () => {
  const block = { type: "tool_result", tool_use_id: "c1", content: "done", is_error: true, cache: 1 };
  expect(isToolResult(block) && toolResult(block, "Bash", KEEPER)).toEqual({
    role: "toolResult",
    toolCallId: "c1",
    toolName: "Bash",
    content: [{ type: "text", text: "done" }],
    isError: true,
    parrotRest: { cache: 1 },
  });
  expect(isToolResult({ type: "tool_result", content: "of nothing" })).toBe(false);
});
