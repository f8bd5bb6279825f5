import fc from "fast-check";
import type { Entry } from "../../src/format/entries.ts";

/** Texts of all sizes and kinds: some are no Unicode, and do not come back from their bytes. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 3000 }),
  fc.constantFrom("", "\ufeffx", "\ud800", "𝒳".repeat(1500), `a${"é".repeat(2000)}`, " ".repeat(5000)),
);

/** Base64, canonical or not. */
const base64 = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString("base64")),
  fc.constantFrom("", "aGk", "aGk=\n", "_-8=", "no base64", "aGl=", "aGk=".repeat(20)),
);

/** Other fields of a block, with such as its blob needs for itself. */
const more = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.constantFrom<object>(
    { extra: [1] },
    { preview: "mine" },
    { whole: true },
    { sha256: "mine", bytes: 3 },
    JSON.parse('{"__proto__":{"x":1}}') as object,
  ),
);

const block = fc.oneof(
  fc.tuple(text, more).map(([value, other]) => ({ type: "text", text: value, ...other })),
  fc.tuple(text, text).map(([value, signature]) => ({ type: "text", text: value, signature })),
  fc.tuple(text, text).map(([value, mimeType]) => ({ type: "text", text: value, mimeType })),
  fc.tuple(base64, more).map(([data, other]) => ({ type: "image", mimeType: "image/png", data, ...other })),
  fc.tuple(base64, fc.constantFrom(1, "s")).map(([data, signature]) => ({
    type: "image",
    mimeType: "image/gif",
    data,
    signature,
  })),
  text.map((thinking) => ({ type: "thinking", thinking })),
  text.map((value) => ({ type: "hologram", text: value })),
);

const content = fc.oneof(text, fc.array(block, { maxLength: 4 }));

const message = fc.oneof(
  content.map((value) => ({ role: "user", content: value })),
  content.map((value) => ({ role: "system", content: value })),
  content.map((value) => ({ role: "assistant", content: value, provider: "p", model: "m" })),
  content.map((value) => ({ role: "toolResult", toolCallId: "t", content: value, details: { text: "d" } })),
);

/** Entries of every type that holds contents, and some that do not. They have no envelope. */
export const entryWithContent = fc.oneof(
  { weight: 4, arbitrary: message.map((value) => ({ type: "message", message: value })) },
  content.map((value) => ({ type: "custom_message", customType: "c", content: value })),
  fc.option(content).map((replacement) => ({ type: "context_edit", targetId: "e0", replacement })),
  fc.option(content, { nil: undefined }).map((value) => ({
    type: "queue",
    operation: "enqueue",
    ...(value !== undefined && { content: value }),
  })),
  fc.tuple(fc.array(message, { maxLength: 2 }), content, text).map(([messages, queued, systemText]) => ({
    type: "compaction",
    messages,
    firstKeptEntryId: null,
    state: { queue: [queued], system: [{ role: "system", content: systemText }], model: null },
  })),
  text.map((summary) => ({ type: "branch_summary", fromId: null, summary })),
  content.map((data) => ({ type: "custom", customType: "c", data })),
);

/** The same entries as a log has them. */
export const loggedEntry = entryWithContent.map((entry): Entry => ({
  ...entry,
  id: "e0",
  parentId: null,
  timestamp: "2026-01-01T10:00:00.000Z",
}));
