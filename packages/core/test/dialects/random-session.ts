import fc from "fast-check";
import type { JsonObject } from "../../src/format/json.ts";

/** Entries that stand behind each other; ids and parents come later. */
type Bodies = readonly JsonObject[];

const words = fc.oneof(
  fc.constantFrom("one", "two\nlines", "", " ", "日本 😀", "</command-name>"),
  fc.string(),
);

function spoken(role: "user" | "system", text: unknown): Bodies {
  return [{ type: "message", message: { role, content: text } }];
}

const image = { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" };

const user = fc.oneof(
  words.map((text) => spoken("user", text)),
  words.map((text) => spoken("user", [{ type: "text", text }, image])),
);

const FROM = fc.constantFrom(
  { provider: "anthropic", api: "anthropic-messages", model: "claude-opus-4-5" },
  { provider: "openai", api: "openai-responses", model: "gpt-5.5" },
);

const usage = fc.record({ inputTokens: fc.nat(999), outputTokens: fc.nat(999), cacheReadTokens: fc.nat(9) });

const thinking = fc.constantFrom<JsonObject[]>(
  [],
  [],
  [{ type: "thinking", thinking: "hm", signature: "sig==" }],
);

const answer = fc.tuple(FROM, usage, thinking, words).map(([from, used, thought, text]): Bodies => [
  {
    type: "message",
    message: {
      role: "assistant",
      content: [...thought, { type: "text", text }],
      ...from,
      stopReason: "stop",
      usage: used,
    },
  },
]);

/** Calls of one answer, and their results. */
const calls = fc
  .tuple(FROM, usage, thinking, fc.integer({ min: 1, max: 3 }), fc.nat(1e6), words)
  .map(([from, used, thought, count, unique, text]): Bodies => {
    const ids = Array.from({ length: count }, (_, index) => `toolu_${unique}_${index}`);
    const made = ids.map((id) => ({ type: "toolCall", id, name: "bash", input: { command: text } }));
    const content = [...thought, ...made];
    const turn = { role: "assistant", content, ...from, stopReason: "toolUse", usage: used };
    const results = ids.map((toolCallId, index) => ({
      type: "message",
      message: {
        role: "toolResult",
        toolCallId,
        toolName: "bash",
        isError: index === 1,
        content: [{ type: "text", text }],
      },
    }));
    return [{ type: "message", message: turn }, ...results];
  });

/** What was being said when it was cut short: a model gets what had arrived whole. */
const cutShort = FROM.map((from): Bodies => {
  const call = { type: "toolCall", id: "toolu_cut", name: "bash", input: {}, partialJson: '{"com' };
  const content = [{ type: "text", text: "Let me look." }, { type: "thinking", thinking: "hm" }, call];
  return [{ type: "message", message: { role: "assistant", content, ...from, stopReason: "aborted" } }];
});

const setting = fc.constantFrom<Bodies>(
  [{ type: "model_change", provider: "anthropic", model: "claude-opus-4-5" }],
  [{ type: "thinking_level_change", thinkingLevel: "high" }],
  spoken("system", "Be brief."),
);

/** Entries that other formats know less well. */
const rare = fc.oneof(
  fc.constantFrom<Bodies>(
    [{ type: "branch_summary", fromId: null, summary: "tried it" }],
    [{ type: "custom", customType: "mine", data: { a: [1] } }],
    [{ type: "custom_message", customType: "note", content: "noted", display: true }],
    [{ type: "usage", kind: "title", provider: "openai", model: "gpt-5.5", usage: { inputTokens: 3 } }],
    [{ type: "queue", operation: "enqueue", content: "later" }],
    [{ type: "hologram", beam: 1 }],
    [{ type: "tag", tag: "t", on: true }],
    [{ type: "session_info", name: "Named" }],
  ),
  fc.nat(40).map((target): Bodies => [{ type: "label", targetId: target, label: "here" }]),
  fc.nat(40).map((target): Bodies => [{ type: "leaf", targetId: target }]),
);

const compaction = fc
  .tuple(words, fc.option(fc.nat(40)))
  .map(([summary, kept]): Bodies => [{ type: "compaction", summary: `S${summary}`, firstKeptEntryId: kept }]);

const edit = fc
  .tuple(fc.nat(40), fc.option(words))
  .map(([targetId, replacement]): Bodies => [{ type: "context_edit", targetId, replacement }]);

/** What some formats cannot hold. */
export interface Kinds {
  /** Labels, the host's own entries, and all else that is no part of a plain conversation. */
  readonly rare?: boolean;
  readonly edits?: boolean;
  /** Answers that were cut short. */
  readonly failed?: boolean;
}

/**
 * Entries of a session with branches, in file order, as lines have them: calls have their results, and what an entry
 * names stands before it.
 */
export function randomSession({
  rare: withRare = false,
  edits = false,
  failed = false,
}: Kinds): fc.Arbitrary<JsonObject[]> {
  const plain = [
    { weight: 3, arbitrary: user },
    { weight: 3, arbitrary: answer },
    { weight: 2, arbitrary: calls },
    { weight: 1, arbitrary: setting },
    { weight: 1, arbitrary: compaction },
  ];
  const step = fc.oneof(
    ...plain,
    ...(withRare ? [{ weight: 2, arbitrary: rare }] : []),
    ...(edits ? [{ weight: 1, arbitrary: edit }] : []),
    ...(failed ? [{ weight: 1, arbitrary: cutShort }] : []),
  );
  return fc
    .array(fc.tuple(step, fc.nat(100), fc.nat(40)), { minLength: 1, maxLength: 16 })
    .map((steps) => linked(steps));
}

function linked(steps: readonly (readonly [Bodies, number, number])[]): JsonObject[] {
  const entries: JsonObject[] = [];
  // Where a branch may begin: never between a call and its result.
  const places: string[] = [];
  // What a compaction may keep from.
  const starts: string[] = [];
  let last: string | null = null;
  for (const [bodies, chance, anywhere] of steps) {
    let parentId: string | null =
      chance < 80 || places.length === 0 ? last : places[anywhere % places.length]!;
    for (const body of bodies) {
      const id = `entry-${entries.length}`;
      const named = Object.entries(body).map(([key, value]) => {
        const choice = key === "targetId" ? places : key === "firstKeptEntryId" ? starts : undefined;
        return [key, typeof value === "number" && choice ? (choice[value % choice.length] ?? null) : value];
      });
      const entry = { ...(Object.fromEntries(named) as JsonObject), id, parentId };
      if ("targetId" in entry && entry["targetId"] === null) continue;
      entries.push(entry);
      if (ANNOTATIONS.has(String(body["type"]))) continue;
      if (body === bodies[0]) starts.push(id);
      parentId = id;
    }
    last = parentId;
    if (parentId !== null) places.push(parentId);
  }
  return entries;
}

const ANNOTATIONS: ReadonlySet<string> = new Set(["label", "tag", "session_info", "leaf"]);
