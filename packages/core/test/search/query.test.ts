import { expect, test } from "vitest";
import { readQuery } from "../../src/search/query.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");

function read(text: string, options: object = {}) {
  return readQuery(text, { now: NOW, ...options });
}

test.each<[query: string, literals: string[]]>([
  ["a  b", ["a", "b"]],
  ['"a b" c', ["a b", "c"]],
  ['"not closed', ["not closed"]],
  ["http://x std::vector", ["http://x", "std::vector"]],
  ["begin* =>", ["begin", "=>"]],
  ['"role:user"', ["role:user"]],
  ["role:user a", ["a"]],
  ['project:"my dir" a', ["a"]],
  ["role: a", ["role:", "a"]],
  ["*", ["*"]],
])("the words of %j", (query, literals) => {
  expect(read(query).literals).toEqual(literals);
});

test.each<[since: string, time: string]>([
  ["7d", "2026-06-08T12:00:00.000Z"],
  ["12h", "2026-06-15T00:00:00.000Z"],
  ["2W", "2026-06-01T12:00:00.000Z"],
  ["2026-01-31", "2026-01-31T00:00:00.000Z"],
  ["2026-01-31T10:00:00Z", "2026-01-31T10:00:00.000Z"],
])("since:%s", (since, time) => {
  expect(new Date(read(`a since:${since}`).filters.since!).toISOString()).toBe(time);
  expect(read("a", { since }).filters.since).toBe(Date.parse(time));
});

test.each<[project: string, cwd: string | null, found: boolean]>([
  [".", "/home/ada/work", true],
  [".", "/home/ada/work/below", true],
  [".", "/home/ada/workshop", false],
  ["..", "/home/ada", true],
  ["./below", "/home/ada/work/below", true],
  ["/home/ada", "/home/ada/work", true],
  ["/", "/home/ada/work", true],
  ["WORK", "/home/ada/workshop", true],
  ["~/work", "/home/ada/work", true],
  ["café", "/home/cafe\u0301", true],
  ["other", "/home/ada/work", false],
  ["work", null, false],
])("project:%s of %j: %j", (project, cwd, found) => {
  const { inProject } = read(`a project:${project}`, { cwd: "/home/ada/work" }).filters;
  expect(inProject!(cwd)).toBe(found);
});

test("several filters of a kind: one of them", () => {
  const { roles, agents } = read("a role:user ROLE:Tool", { agent: ["pi", "native", "Claude"] }).filters;
  expect([...roles!]).toEqual(["user", "tool"]);
  expect([...agents!]).toEqual(["pi", "native", "claude-code"]);
});

test.each([
  "a role:nobody",
  "a agent:nobody",
  "a since:yesterday",
  "a since:7",
  "a ".repeat(33),
  "a".repeat(2001),
])("refuses %.20s", (query) => {
  expect(() => read(query)).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
});
