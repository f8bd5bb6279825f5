import { describe, expect, test } from "vitest";
import { decodePi } from "./read-log.ts";

const USAGE = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, cost: { total: 0.5 } };
const OUR_USAGE = {
  inputTokens: 1,
  outputTokens: 2,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cost: 0.5,
  pi: { cost: { total: 0.5 } },
};
const SYSTEM = { role: "system", content: "base", sections: { cwd: "/q" }, timestamp: 3 };
const OUR_SYSTEM = { ...SYSTEM, content: "base\n\ncwd:\n/q", pi: { content: "base" } };

describe("entry types", () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["model_change", { provider: "p", modelId: "m" }, { provider: "p", model: "m" }],
    [
      "model_change",
      { provider: null, modelId: "m", model: "x" },
      { model: "m", pi: { provider: null, model: "x" } },
    ],
    ["thinking_level_change", { thinkingLevel: "high" }, { thinkingLevel: "high" }],
    [
      "usage",
      { kind: "title", provider: "p", model: "m", usage: USAGE, note: "n" },
      { kind: "title", provider: "p", model: "m", usage: OUR_USAGE, note: "n" },
    ],
    [
      "branch_summary",
      { fromId: "a", summary: "S", usage: USAGE },
      { fromId: "a", summary: "S", usage: OUR_USAGE },
    ],
    ["branch_summary", { summary: "S" }, { fromId: null, summary: "S" }],
    ["branch_summary", { fromId: 5, summary: "S" }, { fromId: null, summary: "S", pi: { fromId: 5 } }],
    ["context_edit", { targetId: "a", replacement: null }, { targetId: "a", replacement: null }],
    ["context_edit", { targetId: "a", replacement: { content: "E" } }, { targetId: "a", replacement: "E" }],
    [
      "context_edit",
      { targetId: "a", replacement: { content: [null, { type: "text", text: "E" }], by: "me" } },
      {
        targetId: "a",
        replacement: [{ type: "text", text: "E" }],
        pi: { replacement: { by: "me", content: [{ index: 0, block: null }] } },
      },
    ],
    ["custom", { customType: "k", data: [1] }, { customType: "k", data: [1] }],
    ["custom", { customType: "k" }, { customType: "k" }],
    [
      "custom_message",
      { customType: "k", content: null, display: false, details: 1 },
      { customType: "k", content: [], display: false, details: 1, pi: { content: null } },
    ],
    ["label", { targetId: "a", label: "L" }, { targetId: "a", label: "L" }],
    ["label", { targetId: "a" }, { targetId: "a", label: null }],
    ["label", { targetId: "a", label: "" }, { targetId: "a", label: null, pi: { label: "" } }],
    ["session_info", { name: "N" }, { name: "N" }],
    ["session_info", {}, { name: null }],
    ["session_info", { name: " a\r\nb " }, { name: "a b", pi: { name: " a\r\nb " } }],
    ["session_info", { name: "", cwd: "/q" }, { name: null, pi: { name: "", cwd: "/q" } }],
    [
      "compaction",
      { summary: "S", firstKeptEntryId: "a", tokensBefore: 9 },
      { summary: "S", firstKeptEntryId: "a", tokensBefore: 9 },
    ],
    ["compaction", { summary: "S", firstKeptEntryId: "e" }, { summary: "S", firstKeptEntryId: null }],
    ["compaction", { summary: "S" }, { summary: "S", firstKeptEntryId: null }],
    [
      "compaction",
      { summary: "S", tokensBefore: "9", usage: USAGE, messages: [], state: 1 },
      {
        summary: "S",
        firstKeptEntryId: null,
        usage: OUR_USAGE,
        pi: { tokensBefore: "9", messages: [], state: 1 },
      },
    ],
    [
      "compaction",
      { summary: "S", systemMessage: SYSTEM, fromHook: true },
      {
        summary: "S",
        firstKeptEntryId: null,
        systemMessage: SYSTEM,
        fromHook: true,
        state: { system: [OUR_SYSTEM] },
      },
    ],
    [
      "compaction",
      { summary: "S", systemMessage: { role: "system", content: 5 } },
      { summary: "S", firstKeptEntryId: null, systemMessage: { role: "system", content: 5 } },
    ],
    ["hologram", { depth: 1, pi: 2 }, { depth: 1, pi: { pi: 2 } }],
  ])("%s %j", (type, body, expected) => {
    expect(decodePi({ type, ...body })).toEqual({ entry: { type, ...expected }, problem: undefined });
  });

  test.each<[string, Record<string, unknown>]>([
    ["context_edit", { targetId: "a" }],
    ["context_edit", { targetId: "a", replacement: "E" }],
    ["model_change", { provider: "p" }],
    ["compaction", { firstKeptEntryId: "a" }],
    ["custom", { data: 1 }],
  ])("%s %j says too little: carried and reported", (type, body) => {
    const { entry, problem } = decodePi({ type, ...body });
    expect(problem).toBeTypeOf("string");
    for (const value of Object.values(body)) expect(JSON.stringify(entry)).toContain(JSON.stringify(value));
  });

  test.each(["tag", "archive", "upgrade", "leaf", "queue"])(
    "`%s` is no type of pi: it does nothing",
    (type) => {
      expect(decodePi({ type, on: true, version: 9, targetId: null })).toEqual({
        entry: { type: `pi:${type}`, on: true, version: 9, targetId: null },
        problem: undefined,
      });
    },
  );

  test("an envelope that does not fit is kept beside, and costs nothing", () => {
    const odd = { timestamp: 5, id: 1, parentId: 0, batch: "b" };
    expect(decodePi({ type: "hologram", ...odd })).toEqual({
      entry: { type: "hologram", pi: odd },
      problem: undefined,
    });
  });
});
