import { describe, expect, test } from "vitest";
import { entrySchemas, type KnownEntryType } from "../../src/format/entries.ts";
import { isAnnotation } from "../../src/format/entry-kinds.ts";
import { validateEntry } from "../../src/format/validate.ts";

const envelope = { id: "e", parentId: null, timestamp: "2026-01-01T10:00:00.000Z" };
const user = { role: "user", content: "hi" };

/** Of every type: the fields of the smallest valid entry, and single changes that are refused. */
const table: Record<KnownEntryType, { smallest: object; refused: object[] }> = {
  message: { smallest: { message: user }, refused: [{ message: null }, { message: "hi" }, { message: {} }] },
  model_change: { smallest: { model: "m" }, refused: [{ model: null }, { provider: 1 }] },
  thinking_level_change: { smallest: { thinkingLevel: "low" }, refused: [{ thinkingLevel: 2 }] },
  compaction: {
    smallest: { summary: "s" },
    refused: [
      { summary: undefined },
      { summary: 1 },
      { messages: [{}] },
      { firstKeptEntryId: 3 },
      { tokensBefore: "3" },
      { usage: [] },
      { state: { model: "m" } },
    ],
  },
  branch_summary: {
    smallest: { fromId: null, summary: "s" },
    refused: [{ fromId: undefined }, { summary: null }],
  },
  context_edit: {
    smallest: { targetId: "t", replacement: null },
    refused: [{ targetId: "" }, { targetId: null }, { replacement: undefined }, { replacement: 1 }],
  },
  custom: { smallest: { customType: "c" }, refused: [{ customType: 1 }] },
  custom_message: {
    smallest: { customType: "c", content: [] },
    refused: [{ content: null }, { display: "yes" }],
  },
  usage: { smallest: { kind: "title", model: "m", usage: {} }, refused: [{ kind: 1 }, { usage: undefined }] },
  queue: { smallest: { operation: "clear" }, refused: [{ operation: "shuffle" }, { content: 1 }] },
  label: { smallest: { targetId: "t", label: null }, refused: [{ targetId: 1 }, { label: undefined }] },
  session_info: { smallest: {}, refused: [{ name: 1 }, { cwd: null }] },
  tag: { smallest: { tag: "t", on: true }, refused: [{ tag: null }, { on: 1 }] },
  archive: { smallest: { on: false }, refused: [{ on: "yes" }] },
  upgrade: { smallest: { version: 2 }, refused: [{ version: "2" }, { version: 0 }, { version: 1.5 }] },
  leaf: { smallest: { targetId: null }, refused: [{ targetId: undefined }, { targetId: "" }] },
};

const types = Object.keys(entrySchemas().known) as KnownEntryType[];

describe.each(types)("%s", (type) => {
  const { smallest, refused } = table[type];
  const entry = { type, ...envelope, ...smallest };

  test("the smallest entry is valid", () => {
    expect(validateEntry(entry)).toEqual([]);
  });

  test.each(
    refused.map((change) => [
      JSON.stringify(change, (_key, value: unknown) => value ?? String(value)),
      change,
    ]),
  )("%s is refused", (_name, change) => {
    expect(validateEntry({ ...entry, ...change })).not.toEqual([]);
  });

  test.each(["id", "parentId", "timestamp"])("without `%s` it is refused", (key) => {
    expect(validateEntry({ ...entry, [key]: undefined })).toEqual([expect.stringContaining(key)]);
  });

  test("keys that we do not know are kept", () => {
    const more = { ...entry, extra: { deep: [1, null] } };
    expect(entrySchemas().known[type].parse(more)).toEqual(more);
  });
});

test("an entry of an unknown type is valid, whatever it holds, if its envelope is", () => {
  const entry = { type: "hologram", ...envelope, message: 7, targetId: [] };
  expect(validateEntry(entry)).toEqual([]);
  expect(validateEntry({ ...entry, id: "" })).toEqual([expect.stringContaining("id")]);
  expect(validateEntry({ ...entry, type: "" })).toEqual([expect.stringContaining("type")]);
});

test("types named like members of an object are unknown types", () => {
  for (const type of ["constructor", "__proto__", "toString"]) {
    expect(validateEntry({ type, ...envelope })).toEqual([]);
  }
});

test.each([null, undefined, 1, "x", [], {}])("%j is no entry", (value) => {
  expect(validateEntry(value)).not.toEqual([]);
});

test("an id has 1 to 128 characters", () => {
  const entry = { type: "session_info", ...envelope };
  expect(validateEntry({ ...entry, id: "é".repeat(128) })).toEqual([]);
  expect(validateEntry({ ...entry, id: "x".repeat(129) })).not.toEqual([]);
});

test("a batch marker is checked", () => {
  const entry = { type: "session_info", ...envelope };
  const batch = { session: "s", id: "b", index: 0, size: 2 };
  expect(validateEntry({ ...entry, batch })).toEqual([]);
  expect(validateEntry({ ...entry, batch: { ...batch, index: -1 } })).not.toEqual([]);
  expect(validateEntry({ ...entry, batch: { ...batch, size: "2" } })).not.toEqual([]);
});

test("the annotations are those of the format", () => {
  const annotations = types.filter((type) => isAnnotation(type));
  expect(annotations).toEqual(["label", "session_info", "tag", "archive", "upgrade", "leaf"]);
  expect(isAnnotation("hologram")).toBe(false);
});
