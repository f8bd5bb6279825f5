import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonMembers } from "../../src/dialects/json-members.ts";
import { sourceOf } from "../support/memory-source.ts";

function read(text: string): unknown[] {
  return [...jsonMembers(sourceOf(text), ["list", ""])].map((member) => {
    if ("damage" in member) return `${member.damage.kind} ${member.damage.offset}+${member.damage.length}`;
    const { key, index, value, offset, length } = member;
    expect(
      JSON.parse(
        Buffer.from(text)
          .subarray(offset, offset + length)
          .toString(),
      ),
    ).toEqual(value);
    return index === undefined ? [key, value] : [key, index, value];
  });
}

test.each([
  [
    "an object",
    '{"a":1,"b":{"c":[1,"}"]}}',
    [
      ["a", 1],
      ["b", { c: [1, "}"] }],
    ],
  ],
  [
    "a list in it, by elements",
    ' {\n "list": [ {"x":1}, 2 ],\n "a": [3] }',
    [
      ["list", 0, { x: 1 }],
      ["list", 1, 2],
      ["a", [3]],
    ],
  ],
  [
    "a file that is a list",
    "\uFEFF[1,[2]]",
    [
      ["", 0, 1],
      ["", 1, [2]],
    ],
  ],
  [
    "escapes",
    '{"a\\"b":"\\\\","c":"\\"]"}',
    [
      ['a"b', "\\"],
      ["c", '"]'],
    ],
  ],
  ["empty ones", '{"list":[],"a":{}}', [["a", {}]]],
  [
    "a member that is broken",
    '{"list":[{"x":1},{"x":},3]}',
    [["list", 0, { x: 1 }], "not-json 17+6", ["list", 2, 3]],
  ],
  ["a file that is cut in an element", '{"list":[{"x":1},{"x', [["list", 0, { x: 1 }], "torn-tail 17+3"]],
  ["a file that is cut between them", '{"list":[1', ["torn-tail 9+1"]],
  ["something behind the value", '{"a":1} x', [["a", 1], "not-json 8+1"]],
  ["no JSON", "hello", ["torn-tail 0+5"]],
  ["nothing", "", []],
])("reads %s", (_what, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test("reads a member across the chunks of a large file", () => {
  const long = "é".repeat(700_000);
  expect(read(JSON.stringify({ list: [long, 1, long], a: "b" }))).toEqual([
    ["list", 0, long],
    ["list", 1, 1],
    ["list", 2, long],
    ["a", "b"],
  ]);
});

test("gives what JSON.parse gives", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(object, fc.array(fc.jsonValue()), fc.constantFrom(0, 2), (rest, list, indent) => {
      const text = JSON.stringify({ ...rest, list }, null, indent);
      const members = [...jsonMembers(sourceOf(text), ["list"])];
      const pairs = members.flatMap((one) =>
        "value" in one && one.index === undefined ? [[one.key, one.value]] : [],
      );
      const elements = members.flatMap((one) =>
        "value" in one && one.index !== undefined ? [one.value] : [],
      );
      const { list: _, ...whole } = JSON.parse(text) as { list: unknown[] };
      expect(Object.fromEntries(pairs)).toEqual(whole);
      expect(elements).toEqual(JSON.parse(JSON.stringify(list)));
    }),
  );
});
