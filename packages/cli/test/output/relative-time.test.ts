import { expect, test } from "vitest";
import { localTime, relativeTime, shortRelativeTime } from "../../src/output/relative-time.ts";

const NOW = new Date("2026-01-02T12:00:00.000Z");

test.each([
  [null, "unknown"],
  ["nonsense", "unknown"],
  ["2026-01-02T12:00:30.000Z", "just now"],
  ["2026-01-02T11:59:30.000Z", "just now"],
  ["2026-01-02T11:55:00.000Z", "5 min ago"],
  ["2026-01-02T11:00:01.000Z", "59 min ago"],
  ["2026-01-02T09:00:00.000Z", "3 h ago"],
  ["2026-01-01T11:00:00.000Z", "1 d ago"],
  ["2025-12-04T12:00:00.000Z", "29 d ago"],
  ["2025-12-03T12:00:00.000Z", "2025-12-03"],
  ["2027-01-01T00:00:00.000Z", "2027-01-01"],
])("%s is %s", (iso, text) => {
  expect(relativeTime(iso, NOW)).toBe(text);
});

test.each([
  [null, "?"],
  ["2026-01-02T11:59:30.000Z", "now"],
  ["2026-01-02T11:55:00.000Z", "5m"],
  ["2026-01-02T09:00:00.000Z", "3h"],
  ["2025-12-04T12:00:00.000Z", "29d"],
  ["2025-09-01T12:00:00.000Z", "4mo"],
  ["2023-01-02T12:00:00.000Z", "3y"],
  ["2027-01-01T00:00:00.000Z", "2027-01-01"],
])("%s is %s where there is little room", (iso, text) => {
  expect(shortRelativeTime(iso, NOW)).toBe(text);
});

test("the clock follows the zone", () => {
  expect(localTime("2026-01-02T12:05:00.000Z", "UTC")).toBe("2026-01-02 12:05");
  expect(localTime("2026-01-02T12:05:00.000Z", "Asia/Tokyo")).toBe("2026-01-02 21:05");
  expect(localTime("nonsense", "UTC")).toBe("");
});
