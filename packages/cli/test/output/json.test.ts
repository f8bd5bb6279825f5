import fc from "fast-check";
import { expect, test } from "vitest";
import { toJson } from "../../src/output/json.ts";

test.each([
  ["DEL and C1", "a\u007f\u009bb", String.raw`"a\u007f\u009bb"`],
  ["bidi", "\u202e", String.raw`"\u202e"`],
  ["line separator", "\u2028", String.raw`"\u2028"`],
  ["beyond the first plane", "\u{e0041}", String.raw`"\udb40\udc41"`],
  ["lone surrogate", "\ud83d", String.raw`"\ud83d"`],
  ["emoji", "👍", '"👍"'],
])("%s", (_name, value, json) => {
  expect(toJson(value)).toBe(json);
});

test("the value is the same, and a terminal sees nothing to act on", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })), (value) => {
      const json = toJson(value);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test("keys keep their order", () => {
  expect(toJson({ b: 1, a: null })).toBe('{"b":1,"a":null}');
});
