import fc from "fast-check";
import { expect, test } from "vitest";
import { shortEntryIds, shortSessionIds } from "../../src/output/short-id.ts";

const A = "01a22ae2-2422-7a3e-b243-8499c9960095";
const B = "01a22ae2-2573-75b5-93a3-da5d635c55d1";
const C = "01a22ae2-2422-75b5-93a3-da5d635c55d2";

test.each([
  ["one session", [A], ["01a22ae2"]],
  ["two of one minute", [A, B], ["01a22ae2-24", "01a22ae2-25"]],
  ["two of one millisecond", [A, C], ["c9960095", "635c55d2"]],
  ["ids of a host", ["job-1", "nightly-build-7"], ["job-1", "nightly-"]],
  ["never the hyphen alone", [A, "01a22ae29"], ["01a22ae2-2", "01a22ae29"]],
])("%s", (_name, ids, short) => {
  expect(ids.map(shortSessionIds(ids))).toEqual(short);
});

test.each([
  ["the end", [A, B], ["c9960095", "635c55d1"]],
  ["as much as tells them apart", ["a-12345678", "b-12345678"], ["a-12345678", "b-12345678"]],
  ["short ids whole", ["x", "12345678"], ["x", "12345678"]],
  ["an id that is the end of another", ["12345678", "0-12345678"], ["12345678", "-12345678"]],
])("entries: %s", (_name, ids, short) => {
  expect(ids.map(shortEntryIds(ids))).toEqual(short);
});

test("entries shown together have different short ids that resolve as suffixes", () => {
  const ids = fc.uniqueArray(fc.string({ unit: fc.constantFrom("0", "1"), minLength: 1, maxLength: 14 }));
  fc.assert(
    fc.property(ids, (all) => {
      const short = all.map(shortEntryIds(all));
      expect(new Set(short).size).toBe(all.length);
      for (const [index, id] of all.entries()) expect(id.endsWith(short[index]!)).toBe(true);
    }),
  );
});
