import { describe, expect, it } from "vitest";
import type { Message } from "../../src/format/messages.ts";
import { project } from "../../src/projection/project.ts";
import { cleanMessage } from "../../src/projection/text-safety.ts";
import { frozen, pathOf, repairsOf, shape } from "./build.ts";

const message = (fields: object) => ({ type: "message", message: fields });

describe("a message in the projection", () => {
  it("has blocks instead of a string", () => {
    expect(project(pathOf(message({ role: "user", content: "a" }))).messages).toEqual([
      { role: "user", content: [{ type: "text", text: "a" }] },
    ]);
  });

  it("has the fields of the format only", () => {
    const usage = { inputTokens: 1, cost: 2, tier: "x" };
    const call = { input: { b: 1, a: 2 }, name: "bash", id: "x", type: "toolCall", index: 0 };
    const signed = { thinking: "t", signature: "s", type: "thinking", at: 1 };
    const turn = {
      stopReason: "toolUse",
      model: "m",
      usage,
      content: [signed, call],
      role: "assistant",
      extra: 1,
    };
    const result = {
      details: { n: 1 },
      isError: false,
      toolCallId: "x",
      content: "ok",
      role: "toolResult",
      ms: 5,
    };
    const { messages } = project(pathOf(message(turn), message(result)));
    expect(messages).toStrictEqual([
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "t", signature: "s" },
          { type: "toolCall", id: "x", name: "bash", input: { b: 1, a: 2 } },
        ],
        model: "m",
        stopReason: "toolUse",
        usage: { inputTokens: 1, cost: 2 },
      },
      {
        role: "toolResult",
        content: [{ type: "text", text: "ok" }],
        toolCallId: "x",
        isError: false,
        details: { n: 1 },
      },
    ]);
  });

  it("has no unknown blocks, nor such as its role cannot have", () => {
    const content = [
      { type: "video", url: "v" },
      { type: "toolCall", id: "x", name: "n", input: {} },
      { type: "text", text: "a" },
    ];
    expect(shape(project(pathOf(message({ role: "user", content }))))).toEqual(["user a"]);
    expect(project(pathOf(message({ role: "user", content: content.slice(0, 1) }))).messages).toEqual([]);
  });
});

describe("unsafe text", () => {
  it("is replaced wherever it stands, and reported", () => {
    const input = { "k\0": ["\ud800x", { deep: "😀" }] };
    const turn = { role: "assistant", content: [{ type: "toolCall", id: "x\udc00", name: "n", input }] };
    const projection = project(
      frozen(pathOf(message({ role: "user", content: "a\ud800b\0" }), message(turn))),
    );
    expect(shape(projection)).toEqual(["user a\ufffdb\ufffd", "assistant call:x\ufffd", "x\ufffd => ?"]);
    expect(projection.messages[1]?.content[0]).toMatchObject({
      input: { "k\ufffd": ["\ufffdx", { deep: "😀" }] },
    });
    expect(repairsOf(projection).slice(0, 2)).toEqual(["text-replaced e0", "text-replaced e1"]);
  });

  it("is the only reason to copy", () => {
    const turn = toolCall({ text: "fine 😀", list: [1, null, true] });
    expect(cleanMessage(turn)).toBe(turn);
  });

  it("keeps an own `__proto__` key, and bears deep nesting", () => {
    const proto: unknown = JSON.parse('{"__proto__":"\\ud800"}');
    expect(JSON.stringify(cleanMessage(toolCall(proto)))).toContain('{"__proto__":"�"}');
    let deep: unknown = "\0";
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    // Compared by hand: a failing `expect` would print it, and recurse.
    const turn = toolCall(deep);
    expect(cleanMessage(turn) === turn).toBe(false);
  });
});

function toolCall(input: unknown): Message {
  return { role: "assistant", content: [{ type: "toolCall", id: "c", name: "n", input }] };
}
