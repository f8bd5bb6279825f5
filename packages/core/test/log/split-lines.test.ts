import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines } from "../../src/log/split-lines.ts";
import { sourceOf } from "../support/memory-source.ts";

function split(bytes: Buffer | string, atMost?: number) {
  const lines = [];
  // A line's bytes are valid only until the next one is asked for.
  for (const { bytes: line, tooLong: _, ...place } of splitLines(sourceOf(bytes, atMost)))
    lines.push({ text: line.toString(), ...place });
  return lines;
}

test("a line ends at 0x0A, and at nothing else", () => {
  expect(split("a\u2028b\u0085c\rd\n\ne")).toEqual([
    { text: "a\u2028b\u0085c\rd", offset: 0, length: 11, ended: true },
    { text: "", offset: 11, length: 1, ended: true },
    { text: "e", offset: 12, length: 1, ended: false },
  ]);
});

test("a BOM at the very start is no part of the first line, elsewhere it is", () => {
  expect(split("\uFEFFa\n\uFEFFb\n")).toEqual([
    { text: "a", offset: 3, length: 2, ended: true },
    { text: "\uFEFFb", offset: 5, length: 5, ended: true },
  ]);
});

test("nothing is in an empty log", () => {
  expect(split("")).toEqual([]);
});

test("lines longer than a chunk come whole", () => {
  const long = "x".repeat(3_000_000);
  expect(split(`a\n${long}\nb\n`).map(({ text }) => text.length)).toEqual([1, 3_000_000, 1]);
});

test("however the bytes arrive, the lines are the same", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 30 })),
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      (texts, open, atMost) => {
        const lines = texts.map((text) => text.replaceAll("\n", " "));
        const bytes = lines.map((line) => `${line}\n`).join("") + (open ? "open" : "");
        expect(split(bytes, atMost).map(({ text }) => text)).toEqual(open ? [...lines, "open"] : lines);
        for (const { text, offset, length, ended } of split(bytes, atMost)) {
          expect(Buffer.from(bytes).toString("utf8", offset, offset + length)).toBe(
            text + (ended ? "\n" : ""),
          );
        }
      },
    ),
  );
});

test("a line that is longer than the limit is passed over, and those around it are read", () => {
  const bytes = `a\n${"x".repeat(50)}\nb\n${"y".repeat(50)}`;
  const lines = [];
  for (const { bytes: line, ...place } of splitLines(sourceOf(bytes, 7), 0, bytes.length, 20)) {
    lines.push({ text: line.toString(), ...place });
  }
  expect(lines).toEqual([
    { text: "a", offset: 0, length: 2, ended: true, tooLong: false },
    { text: "", offset: 2, length: 51, ended: true, tooLong: true },
    { text: "b", offset: 53, length: 2, ended: true, tooLong: false },
    { text: "", offset: 55, length: 50, ended: false, tooLong: true },
  ]);
});
