import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FileLog } from "../../src/log/file-log.ts";

const FIRST = '{"first":1}\n';
const OTHER = '{"other":1}\n';
const LINES = '{"a":1}\n{"b":"€"}\n';
/** Longer than what is read back into memory that is kept. */
const LONG = `"${"x".repeat(1 << 20)}"\n`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "file-log-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each<[string, string, string, string, number | undefined]>([
  ["alone", FIRST, "", LINES, FIRST.length],
  ["at the start", "", "", LINES, 0],
  ["long lines", FIRST, "", LONG, FIRST.length],
  ["behind a torn line, which gets its newline", `${FIRST}{"tor`, "", LINES, FIRST.length + 6],
  ["when another writer came first", FIRST, OTHER, LINES, undefined],
  ["when another writer came first, of long lines", FIRST, LONG, LINES, undefined],
])("append says where the lines begin, if it is sure: %s", async (_what, before, meanwhile, lines, place) => {
  const file = join(folder, "log.jsonl");
  writeFileSync(file, before);
  const log = new FileLog(file, () => false);
  const size = log.follow();
  appendFileSync(file, meanwhile);
  const at = log.append(Buffer.from(lines), size);
  await log.close();
  const bytes = readFileSync(file);
  expect(at).toBe(place);
  expect(bytes.toString().split("\n")).toEqual(expect.arrayContaining(lines.split("\n")));
  if (at !== undefined) expect(bytes.subarray(at).toString()).toBe(lines);
});

test("a file that takes the log's name voids what was read, and is told of once", async () => {
  const file = join(folder, "renamed.jsonl");
  writeFileSync(file, FIRST);
  const log = new FileLog(file, () => true);
  expect(log.append(Buffer.from(LINES), log.follow())).toBe(FIRST.length);
  rmSync(file);
  writeFileSync(file, `${OTHER}{"tor`);
  expect(log.follow()).toBeUndefined();
  const size = log.follow();
  expect(size).toBe(OTHER.length + 5);
  expect(log.append(Buffer.from(LINES), size)).toBe(OTHER.length + 6);
  await log.close();
});
