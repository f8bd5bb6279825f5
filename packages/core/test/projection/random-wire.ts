import fc from "fast-check";
import type { PathEntry } from "../../src/projection/types.ts";
import type { RenderOptions } from "../../src/projection/wire/render-options.ts";
import { pathOf, type Body } from "./build.ts";
import { PNG } from "./every-kind.ts";

/** Signatures of every API, good and bad. */
const signature = fc.constantFrom(
  undefined,
  "",
  "c2ln",
  "not base64!",
  JSON.stringify({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" }),
  JSON.stringify({ type: "reasoning", id: "rs_2", summary: [], encrypted_content: null }),
  JSON.stringify({ v: 1, id: "msg_1", phase: "commentary" }),
);
const text = fc.constantFrom("a", "b", "b ", "", " \n", "\u001c", "lone \udc00", "nul \0", "pair 😀");
// Ids that collide, are too long, or become the same once they are made safe.
const callId = fc.constantFrom("x", "y", "a:1", "a.1", "", "call_1|fc_1", "z".repeat(64), "\ud800");
const name = fc.constantFrom("bash", "read.file", "2fast", "", "ü", "n".repeat(80));
const input = fc.constantFrom<unknown>(
  {},
  { a: 1, "": { "": [{ "": 1 }] } },
  { t: "\ud800" },
  '{"a":1}',
  '{"a":',
  null,
  undefined,
  [1],
  7,
);
const image = fc.constantFrom(
  { type: "image", mimeType: "image/png", data: PNG },
  { type: "image", mimeType: "image/png", data: "" },
  { type: "image", mimeType: "image/png", data: "no base64" },
  { type: "image", mimeType: "image/tiff", data: PNG },
);

const textBlock = fc.record({ type: fc.constant("text"), text, signature });
const call = fc.record({
  type: fc.constant("toolCall"),
  id: callId,
  name,
  input,
  signature,
  partialJson: fc.constantFrom(undefined, undefined, undefined, "{"),
});
const thinking = fc.record({
  type: fc.constant("thinking"),
  thinking: text,
  signature,
  redacted: fc.constantFrom(undefined, undefined, true),
});
const modelBlock = fc.oneof(textBlock, call, call, thinking, image, fc.constant({ type: "video", url: "v" }));
const spoken = fc.oneof(
  text,
  fc.array(
    fc.oneof(
      text.map((value) => ({ type: "text", text: value })),
      image,
    ),
    { maxLength: 3 },
  ),
);

const turn = fc.record({
  role: fc.constant("assistant"),
  content: fc.array(modelBlock, { maxLength: 4 }),
  stopReason: fc.constantFrom(undefined, "stop", "toolUse", "length", "aborted", "error"),
  model: fc.constantFrom(undefined, "m1", "m1", "m2"),
  provider: fc.constantFrom(undefined, "p", "anthropic", "google"),
  api: fc.constantFrom(undefined, "anthropic", "openai-responses", "google-generative-ai", "bedrock"),
});
const result = fc.record({
  role: fc.constant("toolResult"),
  toolCallId: callId,
  toolName: fc.option(name, { nil: undefined }),
  content: spoken,
  isError: fc.constantFrom(undefined, false, true),
  interrupted: fc.constantFrom(undefined, undefined, true),
});
const user = fc.record({ role: fc.constant("user"), content: spoken });
const system = fc.record({ role: fc.constant("system"), content: text });

const message = fc
  .oneof({ weight: 4, arbitrary: turn }, { weight: 4, arbitrary: result }, { weight: 2, arbitrary: user })
  .map((value): Body => ({ type: "message", message: value }));
const quiet = fc.constantFrom<Body>(
  { type: "model_change", model: "m1", provider: "p" },
  { type: "from_the_future" },
  { type: "message", message: {}, problem: "broken" },
  { type: "custom_message", customType: "n", content: "note" },
);

/** An entry that leaves what stands before it as it is. */
export const plainBody: fc.Arbitrary<Body> = fc
  .oneof({ weight: 9, arbitrary: message }, { weight: 1, arbitrary: quiet })
  .chain((body) => fc.constantFrom(body, body, body, body, body, body, { ...body, gap: true }));

/** An entry that may change what stands before it; `ids` names entries. */
export function reshapingBody(ids: fc.Arbitrary<string>): fc.Arbitrary<Body> {
  return fc.oneof(
    fc.record({
      type: fc.constant("compaction"),
      summary: fc.constantFrom("S", ""),
      firstKeptEntryId: fc.oneof(ids, fc.constantFrom(null, undefined)),
    }),
    fc.record({
      type: fc.constant("compaction"),
      messages: fc.array(fc.oneof(turn, result, user, system), { maxLength: 4 }),
      firstKeptEntryId: fc.constant(null),
    }),
    fc.record({
      type: fc.constant("context_edit"),
      targetId: ids,
      replacement: fc.oneof(spoken, fc.array(modelBlock, { maxLength: 2 }), fc.constant(null)),
    }),
    system.map((value): Body => ({ type: "message", message: value })),
  );
}

const entryId = fc.integer({ min: 0, max: 30 }).map((index) => `e${index}`);

/** A path of which every turn stays what it is when the path grows. */
export const plainWirePath: fc.Arbitrary<PathEntry[]> = fc
  .array(plainBody, { maxLength: 20 })
  .map((bodies) => pathOf(...bodies));

/** Any path at all. */
export const anyWirePath: fc.Arbitrary<PathEntry[]> = fc
  .array(fc.oneof({ weight: 7, arbitrary: plainBody }, { weight: 1, arbitrary: reshapingBody(entryId) }), {
    maxLength: 25,
  })
  .map((bodies) => pathOf(...bodies));

/** What a host may ask of a rendering. */
export const renderOptions: fc.Arbitrary<RenderOptions> = fc.record({
  model: fc.constantFrom(undefined, "m1", "gemini-2.5-pro"),
  provider: fc.constantFrom(undefined, undefined, "p", "anthropic"),
  system: fc.constantFrom(undefined, "Be brief.", " "),
  images: fc.constantFrom(undefined, undefined, false),
  thinking: fc.constantFrom(undefined, undefined, "drop"),
});
