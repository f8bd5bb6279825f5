import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { buildLog, logFile, logNames, sampleFile, samples } from "@session-tree/test-fixtures";
import type { JsonObject } from "../../src/format/json.ts";
import { validateEntry, validateHeader } from "../../src/format/validate.ts";

/** The logs written in the current format. */
const current = [
  ...samples.filter((name) => name.startsWith("native-v2")).map((name) => [name, sampleFile(name)] as const),
  ...logNames()
    .filter((name) => name.startsWith("native-v2"))
    .map((name) => [name, logFile(name)] as const),
];

test.each(current)("%s fits the schemas line by line", (_name, file) => {
  const [header, ...entries] = parse(readFileSync(file, "utf8"));
  expect(validateHeader(header)).toEqual([]);
  expect(entries.flatMap(validateEntry)).toEqual([]);
});

test.each(samples)("%s is a whole session: every parent, target and kept entry is there", (name) => {
  const [, ...entries] = parse(readFileSync(sampleFile(name), "utf8"));
  const ids = new Set(entries.map(({ id }) => id));
  const named = entries.flatMap(({ parentId, targetId, firstKeptEntryId, fromId }) => [
    parentId,
    targetId,
    firstKeptEntryId,
    fromId,
  ]);
  expect(named.filter((id) => typeof id === "string" && !ids.has(id))).toEqual([]);
  expect(entries.length).toBeGreaterThanOrEqual(20);
  expect(entries.length).toBeLessThanOrEqual(60);
});

describe("a generated log", () => {
  const plan = { entries: 400, branching: 0.2, compactEvery: 50, lengths: [{ share: 1, longest: 40 }] };

  test("fits the schemas, branches and compacts", () => {
    const [header, ...entries] = parse(generate(plan).text);
    expect(validateHeader(header)).toEqual([]);
    expect(entries.flatMap(validateEntry)).toEqual([]);
    const parents = entries.map(({ parentId }) => parentId);
    expect(new Set(parents).size).toBeLessThan(parents.length);
    expect(entries.filter(({ type }) => type === "compaction").length).toBeGreaterThan(5);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(400);
  });

  test("is the same for the same plan, and another for another seed", () => {
    expect(generate(plan).text).toBe(generate(plan).text);
    expect(generate({ ...plan, seed: 2 }).text).not.toBe(generate(plan).text);
  });

  test("ends where the plan says, and tells what it holds", () => {
    const { text, built } = generate({ bytes: 100_000 });
    const entries = parse(text).slice(1);
    expect(Buffer.byteLength(text)).toBeGreaterThanOrEqual(100_000);
    expect(built).toMatchObject({
      bytes: Buffer.byteLength(text),
      entries: entries.length,
      leaf: entries.at(-1)?.["id"],
    });
    expect(() => generate({})).toThrow(RangeError);
  });
});

function parse(text: string): JsonObject[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as JsonObject);
}

function generate(plan: Parameters<typeof buildLog>[0]) {
  const lines = buildLog(plan);
  const parts: Buffer[] = [];
  let next = lines.next();
  for (; !next.done; next = lines.next()) parts.push(next.value);
  return { text: Buffer.concat(parts).toString(), built: next.value };
}
