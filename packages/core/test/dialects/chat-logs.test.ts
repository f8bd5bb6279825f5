import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dialectNamed } from "../../src/dialects/registry.ts";
import type { Told } from "../../src/dialects/translation.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { validateEntry } from "../../src/format/validate.ts";
import { temporaryFolder, temporaryStore } from "../support/store.ts";

/** What a file of these bytes tells. */
function tell(dialect: string, text: string | Buffer, name = "s.jsonl"): Told[] {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return [...dialectNamed(dialect).translation!.translate({ file })];
}

function lines(...values: unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

function entries(told: readonly Told[]): JsonObject[] {
  return told.flatMap((one) => ("entry" in one ? [one.entry as JsonObject] : []));
}

const call = { id: "c1", type: "function", function: { name: "ls", arguments: '{"path":"/"}' } };
const block = { type: "toolCall", id: "c1", name: "ls", input: { path: "/" } };

describe("a chat message in our form", () => {
  const rest = (value: object) => ({ "openai-jsonl": value });
  test.each<[string, object, object | object[]]>([
    ["a text", { role: "user", content: "hi" }, { role: "user", content: "hi" }],
    ["no content", { role: "user" }, { role: "user", content: [] }],
    [
      "a developer",
      { role: "developer", content: "be kind" },
      { role: "system", content: "be kind", ...rest({ role: "developer" }) },
    ],
    [
      "unknown fields",
      { role: "user", content: "hi", mood: 1 },
      { role: "user", content: "hi", ...rest({ mood: 1 }) },
    ],
    [
      "parts",
      {
        role: "user",
        content: [
          "plain",
          { type: "input_text", text: "in" },
          { type: "text", text: "noted", cache: true },
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } },
          { type: "image_url", image_url: { url: "https://example.com/a.png" } },
          { type: "toolCall", odd: 1 },
          7,
        ],
      },
      {
        role: "user",
        content: [
          { type: "text", text: "plain" },
          { type: "text", text: "in", ...rest({ type: "input_text" }) },
          { type: "text", text: "noted", ...rest({ cache: true }) },
          { type: "image", mimeType: "image/png", data: "AAAA", ...rest({ detail: "low" }) },
          { type: "image_url", image_url: { url: "https://example.com/a.png" } },
          { type: "part:toolCall", odd: 1 },
          { type: "value", value: 7 },
        ],
      },
    ],
    [
      "an answer",
      { role: "assistant", content: "yes", reasoning_content: "hm", model: "m", finish_reason: "stop" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm" },
          { type: "text", text: "yes" },
        ],
        model: "m",
        stopReason: "stop",
      },
    ],
    [
      "calls",
      { role: "assistant", content: null, tool_calls: [call, { ...call, id: "c2", index: 1 }] },
      {
        role: "assistant",
        content: [block, { ...block, id: "c2", ...rest({ index: 1 }) }],
        stopReason: "toolUse",
      },
    ],
    [
      "arguments that are no JSON",
      { role: "assistant", tool_calls: [{ id: "c1", function: { name: "ls", arguments: "{" } }] },
      { role: "assistant", content: [{ ...block, input: "{" }], stopReason: "toolUse" },
    ],
    [
      "fields that are not what they should be",
      { role: "assistant", content: "yes", model: 5, finish_reason: "content_filter", tool_calls: "none" },
      {
        role: "assistant",
        content: [{ type: "text", text: "yes" }],
        ...rest({ model: 5, finish_reason: "content_filter", tool_calls: "none" }),
      },
    ],
    [
      "usage, told in our terms and kept as it was",
      { role: "assistant", content: "", usage: { prompt_tokens: 3, completion_tokens: 2 } },
      {
        role: "assistant",
        content: [],
        usage: { inputTokens: 3, outputTokens: 2 },
        ...rest({ usage: { prompt_tokens: 3, completion_tokens: 2 } }),
      },
    ],
    [
      "a result",
      { role: "tool", tool_call_id: "c1", content: "ok" },
      { role: "toolResult", toolCallId: "c1", content: "ok" },
    ],
    [
      "a result that is an object",
      { role: "tool", tool_call_id: "c1", content: { a: 1 } },
      { role: "toolResult", toolCallId: "c1", content: '{"a":1}' },
    ],
    [
      "a result beside a text",
      { role: "user", content: "and?", tool_result: { id: "c1", output: "ok", error: true } },
      [
        {
          role: "toolResult",
          toolCallId: "c1",
          content: "ok",
          isError: true,
          details: { id: "c1", output: "ok", error: true },
        },
        { role: "user", content: "and?" },
      ],
    ],
  ])("%s", (_name, value, expected) => {
    const told = entries(tell("openai-jsonl", lines(value)));
    expect(told.map(({ message }) => message)).toEqual([expected].flat());
    expect(told.flatMap((entry) => validateEntry(entry))).toEqual([]);
  });

  test("results that name no call answer in the order of the calls", () => {
    const old = { role: "assistant", content: null, function_call: { name: "ls", arguments: "{}" } };
    const told = entries(tell("openai-jsonl", lines(old, { role: "function", name: "ls", content: "ok" })));
    const [asked, answered] = told.map(({ message }) => message as JsonObject);
    expect(asked).toMatchObject({ content: [{ id: "call-1", name: "ls" }] });
    expect(answered).toMatchObject({ toolCallId: "call-1", toolName: "ls" });
  });
});

describe("an event log", () => {
  const say = (content: string) => ({ type: "message", role: "user", content });

  test("puts its context anew at a replace mark; what stands before stays in the tree", async () => {
    const file = join(temporaryFolder(), "e.jsonl");
    writeFileSync(file, lines(say("old"), { type: "replace", why: "full" }, say("new"), { type: "tick" }));
    const { store } = await temporaryStore();
    const session = await store.open(file);
    expect(session.dialect).toBe("event-log");
    expect((await session.path()).map(({ entry }) => entry.type)).toEqual([
      "message",
      "compaction",
      "message",
      "custom",
    ]);
    expect((await session.project()).messages).toEqual([
      { role: "user", content: [{ type: "text", text: "new" }] },
    ]);
    expect((await session.path())[1]!.entry).toMatchObject({ messages: [], "event-log": { why: "full" } });
    expect(await session.report()).toMatchObject({ understood: 3, carried: { "event-log:tick": 1 } });
  });

  test("takes the messages that a mark holds", () => {
    const [mark] = entries(tell("event-log", lines({ type: "replace", messages: [say("sum"), { odd: 1 }] })));
    expect(mark).toMatchObject({ type: "compaction", messages: [{ role: "user", content: "sum" }] });
  });
});

describe("a snapshot", () => {
  const whole = {
    id: "s1",
    workdir: "/p",
    created: 1767225600,
    title: "T",
    history: [{ role: "user", content: "hi" }],
  };
  const read = (text: string) => tell("snapshot", text, "s.json");

  test("is a header, the totals, and its history", () => {
    const told = read(JSON.stringify({ ...whole, tokens: { input: 5, output: 2 }, model: "m", odd: 1 }));
    expect(told[0]).toMatchObject({
      header: { id: "s1", cwd: "/p", name: "T", timestamp: "2026-01-01T00:00:00.000Z", snapshot: { odd: 1 } },
    });
    expect(entries(told)).toMatchObject([
      { type: "usage", kind: "session-total", model: "m", usage: { inputTokens: 5, outputTokens: 2 } },
      { type: "message", message: { content: "hi" } },
    ]);
  });

  test("that is torn tells the messages that are whole, and says so", () => {
    const text = JSON.stringify({
      ...whole,
      history: [...whole.history, { role: "assistant", content: "ho" }],
    });
    const told = read(text.slice(0, -9));
    expect(told[0]).toMatchObject({ header: { id: "s1", cwd: "/p" } });
    expect(told.at(-1)).toMatchObject({ damage: { offset: 0, kind: "not-json" } });
  });

  test("that is nested too deep is damage", () => {
    const told = read(`{"id":"x","history":[${"[".repeat(1e5)}${"]".repeat(1e5)}]}`);
    expect(told.at(-1)).toMatchObject({ damage: { kind: "not-json" } });
  });
});

describe("files are told apart by how they begin", () => {
  const user = { role: "user", content: "hi" };
  test.each([
    ["messages", lines(user), "openai-jsonl"],
    ["events", lines({ type: "message", ...user }), "event-log"],
    ["an event log that begins with a mark", lines({ type: "replace" }), "event-log"],
    ["a snapshot", JSON.stringify({ id: "s", history: [] }), "snapshot"],
    ["a snapshot over several lines", JSON.stringify({ id: "s", history: [user] }, null, 2), "snapshot"],
    ["a long snapshot", JSON.stringify({ id: "s", history: [user, "x".repeat(1e5)] }), "snapshot"],
    ["a role that nobody has", lines({ role: "king", content: "hi" }), undefined],
    ["a line with a history, and more lines", lines({ id: "s", history: [] }, { id: "t" }), undefined],
  ])("%s", async (_name, text, expected) => {
    const file = join(temporaryFolder(), "log.json");
    writeFileSync(file, text);
    const { store } = await temporaryStore();
    const opened = store.open(file).then(({ dialect }) => dialect);
    await (expected === undefined
      ? expect(opened).rejects.toMatchObject({ code: "NOT_A_SESSION" })
      : expect(opened).resolves.toBe(expected));
  });
});

const anyMessage = fc.record(
  {
    role: fc.constantFrom("user", "assistant", "tool", "system", "function", "odd"),
    content: fc.oneof(fc.string(), fc.constant(null), fc.array(fc.oneof(fc.string(), fc.jsonValue()))),
    tool_calls: fc.oneof(fc.jsonValue(), fc.array(fc.record({ id: fc.string(), function: fc.jsonValue() }))),
    tool_result: fc.jsonValue(),
    usage: fc.jsonValue(),
    ts: fc.oneof(fc.nat(), fc.string(), fc.constant("2026-01-01T00:00:00Z")),
  },
  { requiredKeys: ["role"] },
);

test.each(["openai-jsonl", "event-log"])(
  "%s: a log that grows tells the same and then more, all of it valid",
  (name) => {
    const type = name === "event-log" ? { type: "message" } : {};
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 6 }), fc.nat(6), (messages, count) => {
        const all = messages.map((message) => ({ ...type, ...message }));
        const told = entries(tell(name, lines(...all)));
        expect(told.flatMap((entry) => validateEntry(entry))).toEqual([]);
        expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
        const earlier = entries(tell(name, lines(...all.slice(0, count))));
        expect(told.slice(0, earlier.length)).toEqual(earlier);
      }),
      { numRuns: 60 },
    );
  },
);

test("a message log is known again under another name, and has grown there", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "a.jsonl");
  const first = { role: "system", content: "be kind" };
  writeFileSync(file, lines(first, { role: "user", content: "one" }));
  writeFileSync(join(folder, "other.jsonl"), lines(first, { role: "user", content: "two" }));
  const { store, cwd } = await temporaryStore();
  const imported = await store.import(file, { cwd });
  writeFileSync(
    join(folder, "b.jsonl"),
    lines(first, { role: "user", content: "one" }, { role: "assistant", content: "ok" }),
  );
  const again = await store.import(join(folder, "b.jsonl"));
  expect(again).toMatchObject({ created: false, added: 1, session: { id: imported.session.id } });
  expect(await store.import(join(folder, "other.jsonl"), { cwd })).toMatchObject({ created: true });
});
