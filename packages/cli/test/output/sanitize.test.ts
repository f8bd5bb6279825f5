import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanLine, cleanText } from "../../src/output/sanitize.ts";

const UNSAFE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

test.each([
  ["plain", "plain", "plain"],
  ["CSI", "\u001b[31mred", "␛[31mred"],
  ["OSC title", "\u001b]0;title\u0007", "␛]0;title␇"],
  ["C1 CSI", "\u009b31m", "<U+009B>31m"],
  ["DEL", "a\u007fb", "a␡b"],
  ["NUL", "a\0b", "a␀b"],
  ["backspace", "a\bb", "a␈b"],
  ["bidi override", "a\u202eb", "a<U+202E>b"],
  ["bidi isolate", "\u2066a\u2069", "<U+2066>a<U+2069>"],
  ["zero width", "a\u200bb\ufeff", "a<U+200B>b<U+FEFF>"],
  ["tag character", "a\u{e0041}b", "a<U+E0041>b"],
  ["variation selector beyond the first plane", "a\u{e0100}", "a<U+E0100>"],
  ["line separator", "a\u2028b", "a<U+2028>b"],
  ["lone surrogate", "a\ud83db", "a\ufffdb"],
  ["emoji", "✅ 👍 é 漢字", "✅ 👍 é 漢字"],
  ["carriage return", "over\rwritten", "over␍written"],
])("%s", (_name, hostile, clean) => {
  expect(cleanText(hostile)).toBe(clean);
  expect(cleanLine(hostile)).toBe(clean);
});

test("a text keeps its lines and tabs, and loses the \\r of \\r\\n", () => {
  expect(cleanText("a\r\n\tb\n")).toBe("a\n\tb\n");
});

test("a line stays one line and one cell of a table", () => {
  expect(cleanLine("a\nb\tc")).toBe("a␤b c");
});

test("nothing unsafe comes through, and twice is as good as once", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(cleanText(text)).not.toMatch(UNSAFE);
      expect(cleanLine(text)).not.toMatch(/[\n\t]/);
      expect(cleanText(cleanText(text))).toBe(cleanText(text));
    }),
  );
});

test("a hostile megabyte comes out visible", () => {
  const text = "\u001b\u202e".repeat(500_000);
  expect(cleanText(text)).toBe("␛<U+202E>".repeat(500_000));
});
