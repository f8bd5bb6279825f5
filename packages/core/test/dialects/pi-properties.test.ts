import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeEntry } from "../../src/log/decode-entry.ts";
import { pi } from "../../src/dialects/pi/pi.ts";
import { native } from "../../src/dialects/native.ts";
import type { EntryHead } from "../../src/format/head.ts";
import { isJsonObject, type JsonObject } from "../../src/format/json.ts";

/** Words that mean something in pi's format or in ours, so that odd values meet the code that reads them. */
const TYPES = [
  "message",
  "compaction",
  "context_edit",
  "label",
  "session_info",
  "title",
  "custom",
  "custom_message",
];
const MORE_TYPES = ["usage", "branch_summary", "model_change", "tag", "leaf", "upgrade", "hologram"];
const ROLES = [
  "system",
  "user",
  "assistant",
  "toolResult",
  "bashExecution",
  "custom",
  "hookMessage",
  "oracle",
];
const MORE_ROLES = ["branchSummary", "compactionSummary"];
const KEYS = [
  "content",
  "message",
  "usage",
  "cost",
  "replacement",
  "label",
  "name",
  "cwd",
  "state",
  "messages",
  "pi",
];
const MORE_KEYS = [
  "sections",
  "systemMessage",
  "arguments",
  "input",
  "data",
  "details",
  "batch",
  "timestamp",
  "id",
];
const LAST_KEYS = [
  "firstKeptEntryId",
  "firstKeptEntryIndex",
  "summary",
  "command",
  "output",
  "title",
  "__proto__",
];

const word = fc.constantFrom(
  ...TYPES,
  ...MORE_TYPES,
  ...ROLES,
  ...MORE_ROLES,
  "text",
  "thinking",
  "toolCall",
  "image",
);
const { value: anyValue } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue({ maxDepth: 1 }),
    word,
    fc.array(tie("value"), { maxLength: 4 }),
    tie("object"),
  ),
  object: fc
    .array(
      fc.tuple(
        fc.constantFrom(...KEYS, ...MORE_KEYS, ...LAST_KEYS, "type", "role", "text", "x"),
        tie("value"),
      ),
      {
        maxLength: 6,
      },
    )
    .map((pairs) => Object.fromEntries(pairs)),
}));

/** A JSON object of any shape, mostly with a type and a message that look right. */
const line = fc
  .record(
    {
      type: fc.oneof(fc.constantFrom(...TYPES, ...MORE_TYPES), anyValue),
      message: fc.tuple(fc.constantFrom(...ROLES, ...MORE_ROLES), anyValue).map(([role, value]) => ({
        ...(isJsonObject(value) ? value : { content: value }),
        role,
      })),
      rest: anyValue,
    },
    { requiredKeys: [] },
  )
  .map(({ rest, ...value }): JsonObject => ({ ...(isJsonObject(rest) && rest), ...value }))
  // As a parser gives it: own `__proto__` keys, no -0.
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

const optionalText = fc.option(fc.string(), { nil: undefined });
const head: fc.Arbitrary<EntryHead & { version: number }> = fc.record({
  type: fc.constantFrom(...TYPES),
  id: fc.string({ minLength: 1, maxLength: 20 }),
  parentId: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
  timestamp: optionalText,
  role: optionalText,
  targetId: optionalText,
  label: optionalText,
  keptId: fc.option(fc.option(fc.string()), { nil: undefined }),
  version: fc.integer({ min: 1, max: 4 }),
});

/** Every scalar in a value, as JSON, with how often it is there. */
function scalars(value: unknown, found = new Map<string, number>()): Map<string, number> {
  if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) scalars(inner, found);
  else found.set(JSON.stringify(value), (found.get(JSON.stringify(value)) ?? 0) + 1);
  return found;
}

describe.each([native, pi])("$name", (dialect) => {
  test("never throws, and gives a JSON object, whatever a line holds", () => {
    fc.assert(
      fc.property(line, head, (value, at) => {
        const before = JSON.stringify(value);
        const decoded = dialect.decode(dialect.adopt?.(value) ?? value, at, at.version);
        expect(isJsonObject(decoded)).toBe(true);
        expect(JSON.stringify(value)).toBe(before);
        expect(() => decodeEntry(dialect, at, Buffer.from(before))).not.toThrow();
      }),
      { numRuns: 3000 },
    );
  });
});

test("everything of a line of pi can be found again", () => {
  fc.assert(
    fc.property(line, head, (value, at) => {
      const { type: _, ...stated } = value;
      const { entry } = decodeEntry(pi, at, Buffer.from(JSON.stringify(value)));
      const kept = scalars(entry);
      for (const [scalar, times] of scalars(stated))
        expect(kept.get(scalar) ?? 0, scalar).toBeGreaterThanOrEqual(times);
    }),
    { numRuns: 3000 },
  );
});

test("what is optional never costs a message", () => {
  const roles = fc.constantFrom(
    "user",
    "assistant",
    "toolResult",
    "system",
    "bashExecution",
    "custom",
    "oracle",
  );
  const optional = [
    "usage",
    "stopReason",
    "provider",
    "model",
    "details",
    "isError",
    "display",
    "sections",
    "pi",
  ];
  const odd = fc.dictionary(fc.constantFrom(...optional), anyValue);
  const anyContent = fc.oneof(fc.string(), fc.constant(null), fc.array(anyValue, { maxLength: 4 }));
  fc.assert(
    fc.property(roles, odd, anyContent, odd, anyValue, (role, fields, content, around, timestamp) => {
      const required = { role, content, toolCallId: "c", customType: "k", command: "ls" };
      const value = {
        ...around,
        type: "message",
        timestamp,
        batch: timestamp,
        message: { ...fields, ...required },
      };
      const at = { ...BARE, type: "message" };
      expect(decodeEntry(pi, at, Buffer.from(JSON.stringify(value))).problem).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});

const BARE = {
  id: "e",
  parentId: null,
  timestamp: undefined,
  role: undefined,
  targetId: undefined,
  label: undefined,
  keptId: undefined,
  version: 3,
};

test("adopting twice changes nothing", () => {
  fc.assert(
    fc.property(line, (value) => {
      const once = pi.adopt?.(value) ?? value;
      expect(pi.adopt?.(once)).toEqual(once);
    }),
  );
});

test("a type that is stated twice, then as no string, costs only its line", () => {
  const bytes = Buffer.from('{"type":"message","id":"a","parentId":null,"type":{"toString":false}}');
  const stated: EntryHead & { version: number } = {
    type: "message",
    id: "a",
    parentId: null,
    timestamp: undefined,
    role: undefined,
    targetId: undefined,
    label: undefined,
    keptId: undefined,
    version: 3,
  };
  expect(decodeEntry(pi, stated, bytes).problem).toBeDefined();
  expect(decodeEntry(native, stated, bytes).problem).toBeDefined();
});
