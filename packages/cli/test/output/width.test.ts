import { expect, test } from "vitest";
import { fit, padEnd, padStart, widthOf } from "../../src/output/width.ts";

test.each([
  ["short", 10, "short"],
  ["exactly", 7, "exactly"],
  ["one too many", 11, "one too ma…"],
  ["cut at a space", 5, "cut…"],
  ["漢字漢字", 8, "漢字漢字"],
  ["漢字漢字", 7, "漢字漢…"],
  ["漢字漢字", 6, "漢字…"],
  ["👍👍👍", 5, "👍👍…"],
  ["e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"],
  ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
  ["anything", 0, ""],
])("%s in %i cells", (text, width, cut) => {
  expect(fit(text, width)).toBe(cut);
  expect(widthOf(fit(text, width))).toBeLessThanOrEqual(width);
});

test("padding counts cells, not characters", () => {
  expect(padEnd("漢", 4)).toBe("漢  ");
  expect(padStart("漢", 4)).toBe("  漢");
  expect(padEnd("long", 2)).toBe("long");
});
