import fc from "fast-check";
import type { PathEntry } from "../../src/projection/types.ts";
import { type Body, pathOf } from "./build.ts";

// Few ids and texts, so that they collide: copies, reused call ids, edits that hit.
const callId = fc.constantFrom("x", "y", "z", "\ud800");
const text = fc.constantFrom("a", "b", "", " ", "lone \udc00", "nul \0", "pair 😀");
const entryId = fc.integer({ min: 0, max: 30 }).map((index) => `e${index}`);

const textBlock = text.map((value) => ({ type: "text", text: value }));
const call = fc.record({
  type: fc.constant("toolCall"),
  id: callId,
  name: fc.constantFrom("bash", "read"),
  input: fc.constantFrom<unknown>({}, { a: 1 }, { t: "\ud800" }, '{"a":', null, undefined),
  partialJson: fc.constantFrom(undefined, undefined, "{"),
});
const thinking = fc.record({
  type: fc.constant("thinking"),
  thinking: text,
  signature: fc.constantFrom(undefined, "", "sig"),
});
const block = fc.oneof(
  textBlock,
  call,
  thinking,
  fc.constant({ type: "image", mimeType: "image/png", data: "AA==" }),
);
const anyBlock = fc.oneof(block, fc.constant({ type: "video", url: "v" }));
const content = fc.oneof(text, fc.array(anyBlock, { maxLength: 3 }));

const turn = fc.record({
  role: fc.constant("assistant"),
  content: fc.oneof(
    { weight: 3, arbitrary: fc.array(block, { maxLength: 4 }) },
    { weight: 1, arbitrary: content },
  ),
  stopReason: fc.constantFrom(undefined, "stop", "toolUse", "aborted", "error"),
  model: fc.constantFrom(undefined, "m1", "m2"),
});
const result = fc.record({
  role: fc.constant("toolResult"),
  toolCallId: callId,
  content,
  isError: fc.constantFrom(undefined, true),
  interrupted: fc.constantFrom(undefined, undefined, true),
});
const user = fc.record({ role: fc.constant("user"), content });
const system = fc.record({ role: fc.constant("system"), content: text });

const messageEntry = fc
  .oneof({ weight: 4, arbitrary: turn }, { weight: 5, arbitrary: result }, { weight: 2, arbitrary: user })
  .map((message): Body => ({ type: "message", message }));

const quiet = fc.constantFrom<Body>(
  { type: "model_change", model: "m3", provider: "p" },
  { type: "thinking_level_change", thinkingLevel: "high" },
  { type: "queue", operation: "enqueue", content: "later" },
  { type: "queue", operation: "dequeue" },
  { type: "from_the_future", message: { role: "assistant", content: "no" } },
  { type: "message", message: { role: "assistant" }, problem: "broken" },
  { type: "context_edit", problem: "broken" },
  { type: "branch_summary", fromId: null, summary: "B" },
  { type: "branch_summary", fromId: null, summary: "" },
  { type: "custom_message", customType: "n", content: "note" },
);

/** Entries that change nothing of what stands before them. */
const plain = fc
  .oneof({ weight: 8, arbitrary: messageEntry }, { weight: 2, arbitrary: quiet })
  .chain((body) => fc.constantFrom(body, body, body, body, { ...body, gap: true }));

/** Entries after which what stands before them may look otherwise. */
const reshaping = fc.oneof(
  fc.record({
    type: fc.constant("compaction"),
    summary: fc.constantFrom("S", ""),
    firstKeptEntryId: fc.oneof(entryId, fc.constantFrom(null, undefined)),
    problem: fc.constantFrom(undefined, undefined, undefined, "broken"),
  }),
  fc.record({
    type: fc.constant("compaction"),
    messages: fc.array(fc.oneof(turn, result, user, system), { maxLength: 4 }),
    firstKeptEntryId: fc.oneof(entryId, fc.constant(null)),
  }),
  fc.record({
    type: fc.constant("context_edit"),
    targetId: entryId,
    replacement: fc.oneof(content, fc.constant(null)),
  }),
  system.map((message) => ({ type: "message", message })),
);

/** A path with only entries that leave what stands before them as it is. */
export const plainPath: fc.Arbitrary<PathEntry[]> = fc
  .array(plain, { maxLength: 25 })
  .map((bodies) => pathOf(...bodies));

/** Any path at all. */
export const anyPath: fc.Arbitrary<PathEntry[]> = fc
  .array(fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: reshaping }), { maxLength: 30 })
  .map((bodies) => pathOf(...bodies));

/** A path of any kind, with a plain one behind it. */
export const grownPath: fc.Arbitrary<PathEntry[]> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: reshaping }), {
      maxLength: 12,
    }),
    fc.array(plain, { maxLength: 15 }),
  )
  .map(([start, rest]) => pathOf(...start, ...rest));
