import fc from "fast-check";
import { expect, test } from "vitest";
import { LogIoError } from "../../src/errors.ts";
import { readLines, readRecords, reusedMemory, type Place } from "../../src/log/read-records.ts";
import { sourceOf } from "../support/memory-source.ts";

/** A record, what stands behind it, and whether it is asked for. Some are so far apart that they are read one by one. */
const piece = fc.record({
  record: fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "é", "\r", " ") }),
    fc.constant("x".repeat(70_000)),
  ),
  behind: fc.oneof({ weight: 5, arbitrary: fc.constant("\n") }, fc.constantFrom("", " ", "\n\n", "~~")),
  asked: fc.boolean(),
});

test("records come as they stand, alone or as lines, however close together they are", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      let offset = 0;
      const places = pieces.map(({ record, behind }) => {
        const length = Buffer.byteLength(record);
        const place = { offset, length };
        offset += length + behind.length;
        return place;
      });
      const source = sourceOf(pieces.map(({ record, behind }) => record + behind).join(""));
      const asked = places.filter((_, index) => pieces[index]!.asked);
      const records = pieces.filter((one) => one.asked).map(({ record }) => record);
      // Each as it comes: the next one may take its memory.
      expect(Array.from(readRecords(source, asked), String)).toEqual(records);
      const mixed = asked.flatMap((place, at) => (at % 3 === 1 ? [Buffer.from("made\n"), place] : [place]));
      const lines = Array.from(readLines(source, mixed, reusedMemory()), String).join("");
      expect(lines).toBe(records.map((record, at) => `${at % 3 === 1 ? "made\n" : ""}${record}\n`).join(""));
    }),
  );
});

test("logs that are read in turns do not mix", () => {
  const logs = ["abcd", "efgh", "ijkl", "mnop"].map((text) => text.split(""));
  const places = [0, 2, 4, 6].map((offset) => ({ offset, length: 1 }));
  const readers = logs.map((lines) => readRecords(sourceOf(lines.join("\n")), places));
  for (const turn of places.keys()) {
    const records = readers.map((reader) => reader.next().value as Buffer);
    expect(records.map(String)).toEqual(logs.map((lines) => lines[turn]));
  }
});

test("lines come many at once, and what was made stands among them", () => {
  const source = sourceOf("a\nb\nc\nd\n");
  const [a, b, d] = [0, 2, 6].map((offset) => ({ offset, length: 1 })) as [Place, Place, Place];
  expect([...readLines(source, [a, b, Buffer.from("made\n"), d])].map(String)).toEqual(["a\nb\nmade\nd\n"]);
});

test("lines of a source that has become shorter are refused, not cut", () => {
  const source = sourceOf("a\nbcd\n");
  expect(() => [...readLines(source, [{ offset: 2, length: 9 }])]).toThrow(LogIoError);
});

test("lines in the same memory hold until the next are asked for", () => {
  const record = "x".repeat(600_000);
  const source = sourceOf(`${record}\n${record}\ny\n`);
  const places = [0, 600_001, 1_200_002].map((offset, at) => ({ offset, length: at === 2 ? 1 : 600_000 }));
  const pieces = Array.from(readLines(source, places, reusedMemory()), String);
  expect(pieces.length).toBe(2);
  expect(pieces.join("")).toBe(`${record}\n${record}\ny\n`);
});
