import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codex } from "../../src/dialects/codex/codex.ts";
import { copilot } from "../../src/dialects/copilot/copilot.ts";
import type { Dialect } from "../../src/dialects/dialect.ts";
import { isEntry } from "../../src/format/entry-kinds.ts";
import type { Entry } from "../../src/format/entries.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { validateEntry } from "../../src/format/validate.ts";
import { project } from "../../src/projection/project.ts";
import { TARGETS, refusals } from "../projection/all-targets.ts";
import { temporaryFolder } from "../support/store.ts";
import { rolloutName, THREAD } from "./codex-rollouts.ts";
import { SESSION } from "./copilot-events.ts";
import { logOf, tell } from "./tell.ts";

const callId = fc.constantFrom("c1", "c2", "c3");
const word = fc.constantFrom("", " ", "hello", "<environment_context>", "a\u2028b", "\ud800");
const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(-1, "", null));

/** An object with some of these fields, now and then with a value that does not belong there. */
function object(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<JsonObject> {
  const loose = Object.entries(fields).map(([key, value]) => [
    key,
    fc.oneof({ weight: 9, arbitrary: value }, odd),
  ]);
  return fc.record(Object.fromEntries(loose) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
}

function kind(
  type: string,
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<JsonObject> {
  return object(fields).map((rest) => ({ ...rest, type }));
}

const parts = fc.array(
  fc.oneof(
    kind("input_text", { text: word }),
    kind("output_text", { text: word }),
    kind("input_image", { image_url: fc.constantFrom("data:image/png;base64,iVBORw0KGgo=", "https://x") }),
    kind("image"),
  ),
  { maxLength: 3 },
);
const role = fc.constantFrom("user", "assistant", "developer", "oracle");
const item = fc.oneof(
  kind("message", { role, content: parts, id: word, phase: word }),
  kind("reasoning", {
    summary: parts,
    content: parts,
    encrypted_content: word,
    id: fc.constantFrom("rs_1", "rs_2"),
  }),
  kind("function_call", { call_id: callId, name: word, arguments: fc.constantFrom("{}", "{", '{"a":1}') }),
  kind("custom_tool_call", { call_id: callId, name: word, input: word }),
  kind("function_call_output", { call_id: callId, output: fc.oneof(word, parts, object({ content: word })) }),
  kind("local_shell_call", { call_id: callId, action: odd }),
  kind("web_search_call", { action: odd }),
  kind("text"),
);
const counts = object({
  input_tokens: fc.nat(99),
  cached_input_tokens: fc.nat(99),
  output_tokens: fc.nat(99),
});
const rolloutLine = fc.oneof(
  { weight: 6, arbitrary: item.map((payload) => ["response_item", payload] as const) },
  kind("thread_rolled_back", { num_turns: fc.nat(3) }).map((payload) => ["event_msg", payload] as const),
  kind("token_count", { info: object({ last_token_usage: counts, total_token_usage: counts }) }).map(
    (payload) => ["event_msg", payload] as const,
  ),
  kind("user_message", { message: word }).map((payload) => ["event_msg", payload] as const),
  kind("agent_message", { message: word }).map((payload) => ["event_msg", payload] as const),
  fc.constantFrom("task_started", "task_complete").map((type) => ["event_msg", { type }] as const),
  object({ model: word, effort: word, cwd: word }).map((payload) => ["turn_context", payload] as const),
  object({ message: word, replacement_history: fc.array(item, { maxLength: 4 }) }).map(
    (payload) => ["compacted", payload] as const,
  ),
  object({ x: odd }).map((payload) => ["session_meta", payload] as const),
  object({ x: odd }).map((payload) => ["hologram", payload] as const),
);
const ROLLOUT = {
  dialect: codex,
  file: rolloutName(THREAD),
  first: {
    type: "session_meta",
    payload: { id: THREAD, timestamp: "2026-06-01T00:00:00.000Z", cwd: "/work" },
  },
  line: rolloutLine.map(([type, payload]): JsonObject => ({ type, payload })),
};

const requests = fc.array(object({ toolCallId: callId, name: word, arguments: odd }), { maxLength: 3 });
const eventData = fc.oneof(
  object({
    content: word,
    source: fc.constantFrom("user", "skill-x"),
    attachments: fc.array(kind("blob")),
  }).map((data) => ["user.message", data] as const),
  object({
    content: word,
    messageId: word,
    apiCallId: fc.constantFrom("r1", "r2"),
    model: word,
    reasoningText: word,
    toolRequests: requests,
    outputTokens: fc.nat(99),
  }).map((data) => ["assistant.message", data] as const),
  object({ toolCallId: callId, success: fc.boolean(), result: object({ content: word }) }).map(
    (data) => ["tool.execution_complete", data] as const,
  ),
  object({ content: word }).map((data) => ["system.message", data] as const),
  object({ success: fc.boolean(), summaryContent: word, preCompactionTokens: fc.nat() }).map(
    (data) => ["session.compaction_complete", data] as const,
  ),
  object({ modelMetrics: fc.dictionary(word, object({ usage: object({ inputTokens: fc.nat(99) }) })) }).map(
    (data) => ["session.shutdown", data] as const,
  ),
  object({ newModel: word }).map((data) => ["session.model_change", data] as const),
  object({ context: object({ cwd: word }) }).map((data) => ["session.resume", data] as const),
  object({ x: odd }).map((data) => ["session.hologram", data] as const),
);
const EVENTS = {
  dialect: copilot,
  file: `${SESSION}.jsonl`,
  first: { type: "session.start", data: { sessionId: SESSION, version: 1 } },
  line: fc
    .tuple(eventData, fc.option(fc.constantFrom("agent-1", "agent-2"), { nil: undefined, freq: 4 }))
    .map(([[type, data], agentId]): JsonObject => ({
      type,
      data,
      ...(agentId !== undefined && { agentId }),
    })),
};

/** Lines with their times, ids, and a mark of each. */
function linesOf(values: readonly JsonObject[]): string[] {
  return values.map((value, index) => {
    const timestamp = new Date(Date.UTC(2026, 5, 1) + index * 1000).toISOString();
    const { type, payload, data, ...rest } = value;
    const envelope =
      payload === undefined ? { type, data, id: `e-${index}`, timestamp } : { timestamp, type, payload };
    return JSON.stringify({
      ...envelope,
      ...rest,
      ...(data !== undefined && { parentId: null }),
      mark: markOf(index),
    });
  });
}

const markOf = (index: number) => `<mark ${index}>`;

/** What was told as it stays when more comes: not a closing leaf, and not an answer that is still open. */
function settled(entries: readonly Entry[]): readonly Entry[] {
  const last = entries.findLastIndex(
    (entry) => isEntry(entry, "message") && entry.message.role === "assistant",
  );
  return last < 0 ? entries : entries.slice(0, last);
}

/** What a translation says is sent to; the other targets are checked with native sessions. */
const APIS = TARGETS.filter(({ name }) =>
  ["anthropic", "openai-chat (openai)", "openai-responses"].includes(name),
);

describe.each([ROLLOUT, EVENTS])("$dialect.name", ({ dialect, file, first, line }) => {
  const history = fc.array(line, { maxLength: 24 }).map((lines) => linesOf([first, ...lines]));

  function written(): (bytes: string | Buffer) => string {
    const path = join(temporaryFolder(), file);
    return (bytes) => {
      writeFileSync(path, bytes);
      return path;
    };
  }

  test("every line is told, every entry is valid, no id is there twice", () => {
    const write = written();
    fc.assert(
      fc.property(history, (lines) => {
        const { header, entries, damage } = tell(dialect, write(`${lines.join("\n")}\n`));
        expect(damage).toEqual([]);
        expect(entries.flatMap((entry) => validateEntry(entry))).toEqual([]);
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
        const told = JSON.stringify([header, entries]);
        // The header has no place for what stands beside the line that it is made of.
        for (const index of lines.keys()) if (index > 0) expect(told).toContain(markOf(index));
      }),
      { numRuns: 150 },
    );
  });

  test("a session that has grown tells the same, and then more", () => {
    const write = written();
    fc.assert(
      fc.property(history, fc.nat(24), (lines, count) => {
        const before = tell(dialect, write(`${lines.slice(0, count + 1).join("\n")}\n`));
        const after = tell(dialect, write(`${lines.join("\n")}\n`));
        const kept = settled(before.entries.filter(({ type }) => type !== "leaf"));
        const ids = new Set(after.entries.map(({ id }) => id));
        expect(after.header).toEqual(before.header);
        expect(after.entries.slice(0, kept.length)).toEqual(kept);
        for (const { id, type } of before.entries) if (type !== "leaf") expect(ids).toContain(id);
      }),
      { numRuns: 100 },
    );
  });

  test("whatever a file holds costs no more than itself", () => {
    const write = written();
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom("\0\0\0\n", "\r\n", "[]\n", "{\n", '{"type":').map((text) => Buffer.from(text)),
    );
    const torn = fc
      .tuple(history, fc.array(fc.tuple(fc.nat(), noise), { maxLength: 4 }))
      .map(([lines, wounds]) => {
        let bytes = Buffer.from(`${lines.join("\n")}\n`);
        for (const [at, what] of wounds) {
          const place = at % (bytes.length + 1);
          bytes = Buffer.concat([bytes.subarray(0, place), what, bytes.subarray(place + (at % 3))]);
        }
        return { bytes, shuffled: Buffer.from(`${lines.toSorted().join("\n")}\n`) };
      });
    fc.assert(
      fc.property(torn, ({ bytes, shuffled }) => {
        for (const one of [bytes, shuffled]) {
          const path = write(one);
          dialect.detect(one);
          if (!canBeRead(dialect, path)) continue;
          const { entries } = tell(dialect, path);
          expect(entries.flatMap((entry) => validateEntry(entry))).toEqual([]);
          expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("from every leaf each API gets a history that it takes", () => {
    const write = written();
    fc.assert(
      fc.property(history, (lines) => {
        const log = logOf(dialect, write(`${lines.join("\n")}\n`));
        expect(log.damage()).toEqual([]);
        for (const { head } of log.tree.leaves()) {
          const projection = project(log.path(head.id), {});
          for (const target of APIS) expect(refusals(target, projection, {}), target.name).toEqual([]);
        }
      }),
      { numRuns: 50 },
    );
  });
});

/** A file in which nothing is intact is refused, and by that error only. */
function canBeRead(dialect: Dialect, file: string): boolean {
  try {
    tell(dialect, file);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "NOT_A_SESSION" });
    return false;
  }
}
