import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openaiJsonlExporter } from "../../src/dialects/openai-jsonl/exporter.ts";
import { textOf } from "../../src/format/blocks.ts";
import type { Content } from "../../src/format/messages.ts";
import { checkOpenAIChat } from "../../src/testing/index.ts";
import { exported, logOf } from "./exported.ts";
import { faultsInChat } from "./plain-chat.ts";
import { randomSession } from "./random-session.ts";
import { sampleSessions } from "./sample-sessions.ts";

const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 100);

test("any session becomes a history that Chat Completions takes", () => {
  fc.assert(
    fc.property(randomSession({ rare: true, edits: true }), (entries) => {
      const { lines } = exported(openaiJsonlExporter, logOf(entries));
      const errors = checkOpenAIChat({ messages: lines }).filter(({ level }) => level === "error");
      expect(lines.length === 0 ? [] : errors).toEqual([]);
      expect(faultsInChat(lines)).toEqual([]);
    }),
    { numRuns },
  );
});

test.each(sampleSessions)("a second reader finds no fault in what becomes of %s", (_, entries) => {
  expect(faultsInChat(exported(openaiJsonlExporter, logOf(entries)).lines)).toEqual([]);
});

describe("of a branch", () => {
  const said = (id: string, parentId: string | null, role: string, content: Content) => ({
    type: "message",
    id,
    parentId,
    message: { role, content, ...(role === "assistant" && { usage: { inputTokens: 1 } }) },
  });
  const entries = [
    said("a", null, "user", "one"),
    said("b", "a", "assistant", "two"),
    said("c", "b", "user", "three"),
    said("d", "b", "user", "other"),
    { type: "label", id: "l", parentId: "d", targetId: "a", label: "start" },
    { type: "leaf", id: "m", parentId: "d", targetId: "c" },
  ];

  test("the messages are written, and the rest is named", () => {
    const { lines, lost, changed } = exported(openaiJsonlExporter, logOf(entries));
    expect(lines).toEqual([
      { role: "user", content: "one" },
      { role: "assistant", content: "two" },
      { role: "user", content: "three" },
    ]);
    expect(lost).toEqual({ label: 1, "off-branch": 1, usage: 1 });
    expect(changed).toEqual({});
  });

  test("it ends where it is asked to", () => {
    const { lines } = exported(openaiJsonlExporter, logOf(entries), "d");
    expect(lines.map(({ content }) => textOf(content as Content))).toEqual(["one", "two", "other"]);
  });
});
