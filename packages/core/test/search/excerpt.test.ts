import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptOf } from "../../src/search/excerpt.ts";
import { occurrences, termOf } from "../../src/search/term.ts";
import { tokensOf } from "../../src/search/tokens.ts";

function excerpt(text: string, word: string): string {
  const spans = occurrences(termOf(word, false)!, tokensOf(text));
  const { text: line, marks } = excerptOf(text, spans);
  return marks.reduceRight(
    (made, { start, end }) => `${made.slice(0, start)}[${made.slice(start, end)}]${made.slice(end)}`,
    line,
  );
}

test.each<[text: string, word: string, shown: string]>([
  ["The timer leaks.", "timer", "The [timer] leaks."],
  ["  a\n\n\ttimer\r\n  b ", "timer", "a [timer] b"],
  ["timer timer", "timer", "[timer] [timer]"],
  ["東京都庁", "京都", "東[京都]庁"],
  ["call getUserName()", "getusername", "call [getUserName]()"],
])("%j, %j", (text, word, shown) => {
  expect(excerpt(text, word)).toBe(shown);
});

test("a long text is cut on both sides, near the hit", () => {
  const shown = excerpt(`${"before ".repeat(100)}timer${" behind".repeat(100)}`, "timer");
  expect(shown).toMatch(/^….*\[timer\] behind.*…$/);
  expect(shown.length).toBeLessThan(180);
});

const piece = fc.constantFrom("timer", " ", "\n", "👩‍👩‍👧‍👦", "🇩🇪", "e\u0301", "𠮷", "word ", "\ud800", "กำ", "🙂");

test("no character is cut in two, and what is marked is what was found", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 120 }),
      fc.array(piece, { maxLength: 120 }),
      (before, behind) => {
        const text = `${before.join("")} timer ${behind.join("")}`;
        const spans = occurrences(termOf("timer", false)!, tokensOf(text));
        const { text: line, marks } = excerptOf(text, spans);
        expect(marks.length).toBeGreaterThan(0);
        for (const { start, end } of marks) expect("timer".startsWith(line.slice(start, end))).toBe(true);
        const inner = line.replace(/^…/, "").replace(/…$/, "");
        const folded = text.replaceAll(/\s+/g, " ");
        expect(folded).toContain(inner);
        const whole = new Set([...new Intl.Segmenter("en").segment(folded)].map(({ index }) => index));
        const ends = [
          ...folded.matchAll(new RegExp(`(?=${inner.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")})`, "g")),
        ];
        expect(ends.some(({ index }) => whole.has(index))).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
