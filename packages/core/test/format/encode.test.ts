import { expect, test } from "vitest";
import { encodeEntry, encodeHeader } from "../../src/format/encode.ts";

test("an entry's envelope goes first, and other keys keep their order", () => {
  const line = encodeEntry({
    z: 1,
    message: { role: "user" },
    timestamp: "t",
    parentId: null,
    id: "a",
    type: "message",
  });
  expect(line.toString()).toBe(
    '{"type":"message","id":"a","parentId":null,"timestamp":"t","z":1,"message":{"role":"user"}}\n',
  );
});

test("a header starts with what marks it", () => {
  const line = encodeHeader({
    cwd: "/p",
    id: "s",
    name: "n",
    timestamp: "t",
    version: 2,
    format: "session-tree",
    type: "session",
  });
  expect(line.toString()).toBe(
    '{"type":"session","format":"session-tree","version":2,"id":"s","timestamp":"t","cwd":"/p","name":"n"}\n',
  );
});

test("an own __proto__ key survives, and undefined is left out", () => {
  const value = JSON.parse('{"type":"x","__proto__":{"a":1}}') as Record<string, unknown>;
  expect(encodeEntry({ ...value, gone: undefined }).toString()).toBe('{"type":"x","__proto__":{"a":1}}\n');
});

test("text with U+2028 and newlines stays one line", () => {
  const line = encodeEntry({ type: "x", text: "a\u2028b\nc" }).toString();
  expect(line.split("\n")).toHaveLength(2);
});
