import { expect, test } from "vitest";
import { createStyle, wantsColor } from "../../src/output/color.ts";
import { FakeContext } from "../support/fake-context.ts";

const terminal = new FakeContext({ cwd: "/", home: "/", terminal: 80 }).stdout;
const pipe = new FakeContext({ cwd: "/", home: "/" }).stdout;

test.each([
  ["a terminal", undefined, {}, terminal, true],
  ["a pipe", undefined, {}, pipe, false],
  ["NO_COLOR", undefined, { NO_COLOR: "1" }, terminal, false],
  ["an empty NO_COLOR", undefined, { NO_COLOR: "" }, terminal, true],
  ["FORCE_COLOR", undefined, { FORCE_COLOR: "1" }, pipe, true],
  ["FORCE_COLOR=0", undefined, { FORCE_COLOR: "0" }, terminal, false],
  ["a dumb terminal", undefined, { TERM: "dumb" }, terminal, false],
  ["--color in a pipe", true, { NO_COLOR: "1" }, pipe, true],
  ["--no-color", false, { FORCE_COLOR: "1" }, terminal, false],
])("%s", (_name, flag, env, stream, color) => {
  expect(wantsColor(flag, env, stream)).toBe(color);
});

test("without colour a style changes nothing", () => {
  expect(createStyle(false).bad("text")).toBe("text");
  expect(createStyle(true).bad("text")).toBe("\u001b[31mtext\u001b[39m");
});
