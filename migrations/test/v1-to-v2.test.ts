import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { logMigrations, migrateLine, type LogLine } from "../main.ts";

const LOGS = new URL("../../test-fixtures/logs/", import.meta.url);
const COMPACTION = { type: "compaction", id: "c", summary: "S", firstKeptEntryIndex: 2, tokensBefore: 5 };

/** Lines of a sample, each with the id that its index counts to. */
function linesOf(sample: string): { line: LogLine; keptId: string | undefined }[] {
  const values = readFileSync(new URL(sample, LOGS), "utf8")
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text) as LogLine);
  return values.map((line) => {
    const index = line["firstKeptEntryIndex"];
    return { line, keptId: typeof index === "number" ? `value ${index}` : undefined };
  });
}

describe("the steps", () => {
  test("lead from each version to the next", () => {
    expect(logMigrations.map(({ from, to }) => [from, to])).toEqual([[1, 2]]);
  });

  test.each(["native-v1-linear.jsonl", "native-v1-with-ids.jsonl"])(
    "%s: only the index changes",
    (sample) => {
      for (const { line, keptId } of linesOf(sample)) {
        const before = JSON.stringify(line);
        const migrated = migrateLine(line, 1, { keptId });
        const { firstKeptEntryIndex: index, ...rest } = line;
        expect(migrated).toEqual(index === undefined ? line : { ...rest, firstKeptEntryId: keptId });
        expect(migrateLine(migrated, 1, { keptId })).toEqual(migrated);
        expect(JSON.stringify(line)).toBe(before);
      }
    },
  );
});

describe("version 1 to 2", () => {
  test.each([
    ["an entry", "a", "a"],
    ["the header, or nothing: keep none", null, null],
  ])("the index stands for %s", (_name, keptId, expected) => {
    const { firstKeptEntryIndex: _index, ...rest } = COMPACTION;
    expect(migrateLine(COMPACTION, 1, { keptId })).toEqual({ ...rest, firstKeptEntryId: expected });
  });

  test("an id that is there already wins", () => {
    const line = { ...COMPACTION, firstKeptEntryId: "given" };
    expect(migrateLine(line, 1, { keptId: "a" })).toMatchObject({ firstKeptEntryId: "given" });
    expect(migrateLine(line, 1, { keptId: "a" })).not.toHaveProperty("firstKeptEntryIndex");
  });

  test("something else under that key is an unknown field", () => {
    const line = { ...COMPACTION, firstKeptEntryIndex: "second" };
    expect(migrateLine(line, 1, { keptId: undefined })).toBe(line);
    const message = { type: "message", firstKeptEntryIndex: 1 };
    expect(migrateLine(message, 1, { keptId: "a" })).toBe(message);
  });

  test("newer lines stay as they are", () => {
    expect(migrateLine(COMPACTION, 2, { keptId: "a" })).toBe(COMPACTION);
    expect(migrateLine(COMPACTION, 9, { keptId: "a" })).toBe(COMPACTION);
  });
});
