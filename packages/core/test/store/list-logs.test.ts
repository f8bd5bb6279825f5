import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { platform } from "node:os";
import { dirname, join, sep } from "node:path";
import { expect, test } from "vitest";
import { isLogFileBelow, logFilesBelow } from "../../src/store/list-logs.ts";
import { temporaryFolder } from "../support/store.ts";

/** Puts a file there, or what else `make` makes. */
function put(path: string, make = (at: string): void => writeFileSync(at, "")): void {
  mkdirSync(dirname(path), { recursive: true });
  make(path);
}

test.each([
  ["in the folder", "a.jsonl", true],
  ["in one of its folders", "p/a.jsonl", true],
  ["deeper", "p/q/a.jsonl", false],
  ["of another ending", "p/a.json", false],
  ["hidden", "p/.a.jsonl", false],
  ["named with an empty part", "p//a.jsonl", false],
  ["named with a dot", "p/./a.jsonl", false],
])("a log is found by the name it is listed with, and by no other: %s", (_what, name, isListed) => {
  const folder = temporaryFolder();
  const file = folder + sep + name.replaceAll("/", sep);
  put(file);
  expect(logFilesBelow(folder).includes(file)).toBe(isListed);
  expect(isLogFileBelow(folder, file)).toBe(isListed);
});

test.skipIf(platform() === "win32").each<[string, (path: string) => void]>([
  ["nothing", (path) => rmSync(path, { force: true })],
  ["a folder", (path) => mkdirSync(path)],
  ["a link", (path) => symlinkSync("nothing", path)],
])("what has the name of a log is found if it is listed: %s", (_what, make) => {
  const folder = temporaryFolder();
  const file = join(folder, "p", "a.jsonl");
  put(file, make);
  expect(isLogFileBelow(folder, file)).toBe(logFilesBelow(folder).includes(file));
});

test.skipIf(platform() === "win32")("what is below a link to a folder is neither listed nor found", () => {
  const folder = temporaryFolder();
  const elsewhere = temporaryFolder();
  put(join(elsewhere, "a.jsonl"));
  symlinkSync(elsewhere, join(folder, "p"));
  expect(logFilesBelow(folder)).toEqual([]);
  expect(isLogFileBelow(folder, join(folder, "p", "a.jsonl"))).toBe(false);
});
