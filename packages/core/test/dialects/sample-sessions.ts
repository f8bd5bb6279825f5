import type { JsonObject } from "../../src/format/json.ts";

const OPENAI = { provider: "openai", api: "openai-responses", model: "gpt-5.5" };
const ANTHROPIC = { provider: "anthropic", api: "anthropic-messages", model: "claude-opus-4-5" };
const IMAGE = { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" };
const REASONING = JSON.stringify({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" });

const said = (role: string, content: unknown, more: JsonObject = {}) => ({
  type: "message",
  message: { role, content, ...more },
});
const user = (content: unknown) => said("user", content);
const answer = (content: unknown, more: JsonObject = OPENAI) =>
  said("assistant", content, { stopReason: "stop", usage: { inputTokens: 7, outputTokens: 3 }, ...more });
const call = (id: string, more: JsonObject = {}) => ({
  type: "toolCall",
  id,
  name: "bash",
  input: { command: "ls" },
  ...more,
});
const result = (toolCallId: string, content: unknown = "a.txt", more: JsonObject = {}) =>
  said("toolResult", content, { toolCallId, toolName: "bash", ...more });

/** Sessions with one thing each that another format may stumble over; entries follow each other unless they say more. */
export const sampleSessions: readonly (readonly [what: string, entries: readonly JsonObject[]])[] = (
  [
    ["a plain talk", [user("hello"), answer("hi"), user("bye"), answer("bye")]],
    [
      "system messages and settings",
      [
        said("system", "Be brief."),
        { type: "model_change", ...OPENAI },
        { type: "thinking_level_change", thinkingLevel: "high" },
        user("hello"),
        answer("hi"),
      ],
    ],
    [
      "efforts that others do not know",
      [
        { type: "thinking_level_change", thinkingLevel: "off" },
        user("a"),
        answer("b"),
        { type: "thinking_level_change", thinkingLevel: "max" },
        user("c"),
        answer("d"),
      ],
    ],
    ["a tool", [user("list"), answer([call("c1")]), result("c1"), answer("one file")]],
    [
      "tools at once, their results in another order",
      [
        user("list"),
        answer([{ type: "text", text: "both" }, call("c1"), call("c2")]),
        result("c2"),
        result("c1", "no", { isError: true, details: { code: 1 } }),
        answer("done"),
      ],
    ],
    [
      "odd ids, names and inputs of calls",
      [
        user("list"),
        answer([
          call("toolu:1|fc_2", { name: "mcp.files/list" }),
          call("x".repeat(90), { input: "*** Begin Patch" }),
        ]),
        result("toolu:1|fc_2"),
        result("x".repeat(90), ""),
        answer("done"),
      ],
    ],
    [
      "a call that was never answered",
      [user("list"), answer([call("c1"), call("c2")]), result("c1"), user("stop")],
    ],
    ["a call at the end", [user("list"), answer([call("c1")])]],
    ["a result without a call", [result("c0"), user("hello"), answer("hi"), result("c9"), user("more")]],
    ["a result before its call", [user("list"), result("c1"), answer([call("c1")]), user("go on")]],
    [
      "a result twice",
      [user("list"), answer([call("c1")]), result("c1"), result("c1", "b.txt"), answer("ok")],
    ],
    [
      "an id for two calls",
      [
        user("list"),
        answer([call("c1")]),
        result("c1"),
        answer([call("c1")]),
        result("c1", "b.txt"),
        answer("ok"),
      ],
    ],
    [
      "images",
      [
        user([{ type: "text", text: "see" }, IMAGE]),
        answer([call("c1")]),
        result("c1", [{ type: "text", text: "shot" }, IMAGE]),
        user([IMAGE]),
        answer("nice"),
      ],
    ],
    [
      "results of nothing",
      [
        user("run"),
        answer([call("c1"), call("c2")]),
        result("c1", []),
        result("c2", [{ type: "hologram", beam: 1 }]),
        answer("ok"),
      ],
    ],
    [
      "thinking",
      [
        user("think"),
        answer([
          { type: "thinking", thinking: "hm", signature: REASONING },
          { type: "text", text: "so" },
        ]),
        user("again"),
        answer(
          [
            { type: "thinking", thinking: "hm", signature: "sig==" },
            { type: "text", text: "well" },
          ],
          ANTHROPIC,
        ),
        user("and"),
        answer([{ type: "thinking", thinking: "only that" }]),
        user("end"),
      ],
    ],
    [
      "messages of nothing",
      [user([]), answer([]), user(""), answer(""), user([{ type: "hologram" }]), answer("x")],
    ],
    [
      "failed and broken-off answers",
      [
        user("a"),
        answer("par", { ...OPENAI, stopReason: "aborted" }),
        user("b"),
        answer([], { ...OPENAI, stopReason: "error", errorMessage: "overloaded" }),
        user("c"),
        answer("d"),
      ],
    ],
    [
      "a compaction that keeps some",
      [
        user("a"),
        answer([call("c1")]),
        result("c1"),
        { id: "kept", ...user("b") },
        answer([call("c2")]),
        result("c2"),
        { type: "compaction", summary: "they talked", firstKeptEntryId: "kept" },
        user("c"),
        answer("d"),
      ],
    ],
    [
      "a compaction between a call and its result",
      [
        user("a"),
        { id: "kept", ...answer([call("toolu|1"), call("c2")]) },
        result("c2"),
        { type: "compaction", summary: "they talked", firstKeptEntryId: "kept" },
        result("toolu|1"),
        answer("ok"),
        { type: "compaction", summary: "they talked on", firstKeptEntryId: null },
        answer([call("toolu|1")]),
        result("toolu|1"),
        answer("ok"),
      ],
    ],
    [
      "a replaced context",
      [
        user("a"),
        answer("b"),
        {
          type: "compaction",
          firstKeptEntryId: null,
          messages: [
            { role: "user", content: "short" },
            { role: "assistant", content: "ok" },
          ],
        },
        user("c"),
        answer("d"),
      ],
    ],
    [
      "edits of the context",
      [
        { id: "secret", ...user("the key is 123") },
        answer([call("c1")]),
        { id: "long", ...result("c1", "very long") },
        answer("ok"),
        { type: "context_edit", targetId: "secret", replacement: "the key is hidden" },
        { type: "context_edit", targetId: "long", replacement: null },
        user("go on"),
        answer("ok"),
      ],
    ],
    [
      "branches",
      [
        { id: "root", ...user("a") },
        answer("left"),
        { ...answer("right"), parentId: "root" },
        { type: "branch_summary", fromId: null, summary: "left was tried" },
        user("go on"),
      ],
    ],
    [
      "a name, and what is the host's",
      [
        { type: "session_info", name: "Fix the tests" },
        user("a"),
        { type: "custom_message", customType: "note", content: "noted", display: true },
        { type: "custom", customType: "mine", data: {} },
        { type: "hologram", beam: 1 },
        answer("b"),
      ],
    ],
    ["nothing", []],
  ] as const
).map(([what, entries]) => [what, inARow(entries)]);

function inARow(entries: readonly JsonObject[]): JsonObject[] {
  let last: unknown = null;
  return entries.map((entry, index) => {
    const told: JsonObject = { id: `e${index}`, parentId: last, ...entry };
    if (entry["type"] !== "session_info") last = told["id"];
    return told;
  });
}
