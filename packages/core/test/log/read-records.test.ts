import fc from "fast-check";
import { expect, test } from "vitest";
import { readLines, readRecords } from "../../src/log/read-records.ts";
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
      const lines = Buffer.concat([...readLines(source, asked)]).toString();
      expect(lines).toBe(records.map((record) => `${record}\n`).join(""));
    }),
  );
});

test("lines that stand in a row come as one piece", () => {
  const source = sourceOf("a\nb\nc\nd\n");
  const places = [0, 2, 6].map((offset) => ({ offset, length: 1 }));
  expect([...readLines(source, places)].map(String)).toEqual(["a\nb\n", "d\n"]);
});
