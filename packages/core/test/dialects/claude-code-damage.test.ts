import { expect, test } from "vitest";
import type { JsonObject } from "../../src/format/json.ts";
import { answers, note, read, says } from "./claude-code-log.ts";

const json = (value: JsonObject) => JSON.stringify(value);
const [u, a, v] = [json(says("u", null)), json(answers("a", "u")), json(says("v", "a"))];
const NUL = "\0".repeat(40);

test.each<[what: string, lines: string[], told: string[], damage: string[]]>([
  ["a torn line", [u, a.slice(0, 90), v], ["u", "v"], ["not-json", "gap"]],
  [
    "a torn line with the next one behind it",
    [u, json(note("pr-link")).slice(0, 60) + a, v],
    ["u", "a", "v"],
    ["not-json"],
  ],
  ["two lines glued together", [u + a, v], ["u", "a", "v"], []],
  [
    "NUL bytes before, behind and between",
    [u, a + NUL, NUL, NUL + v],
    ["u", "a", "v"],
    ["nul", "nul", "nul"],
  ],
  ["no object", [u, "42", '"text"', "[1]", a, v], ["u", "a", "v"], ["no-entry", "no-entry", "no-entry"]],
  [
    "a line nested too deep",
    [u, `{"type":"user","x":${"[".repeat(600)}${"]".repeat(600)}}`, a],
    ["u", "a"],
    ["no-entry"],
  ],
  ["a mark at the start, and other ends of lines", [`\uFEFF${u}\r`, `${a}\r`], ["u", "a"], []],
])("%s", (_what, lines, told, damage) => {
  const log = read(...lines);
  expect(log.entries.map(({ id }) => id)).toEqual(told);
  expect(log.damage).toEqual(damage);
});

test("a line that repeats others whole is not taken for them when it is torn", () => {
  const inner = { type: "user", uuid: "inner", message: { role: "user", content: "x" } };
  const progress = json({
    ...note("progress"),
    uuid: "p",
    parentUuid: "a",
    data: { normalizedMessages: [inner] },
  });
  const { entries, damage } = read(u, a, progress.slice(0, -2), v);
  expect(entries.map(({ id }) => id)).toEqual(["u", "a", "v"]);
  expect(damage).toEqual(["not-json"]);
});

test("damage is told by the bytes of the agent's file", () => {
  const { log } = read(u, "noise", v);
  const offset = Buffer.byteLength(u) + 1;
  expect(log.damage()).toMatchObject([
    { offset, length: 5, kind: "not-json" },
    { offset: offset + 6, length: Buffer.byteLength(v), kind: "gap" },
  ]);
});
