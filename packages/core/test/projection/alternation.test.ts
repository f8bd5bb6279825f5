import { expect, test } from "vitest";
import { project } from "../../src/projection/project.ts";
import { type Body, call, failed, pathOf, repairsOf, shape, system, turn, user } from "./build.ts";

test.each<[string, Body[], string[], string[]]>([
  [
    "two turns in a row are kept apart",
    [user("a"), turn("b"), turn("c"), user("d")],
    ["user a", "assistant b", "user Continue.", "assistant c", "user d"],
    ["continue-inserted e1"],
  ],
  [
    "a last turn is followed",
    [user("a"), turn("b")],
    ["user a", "assistant b", "user Continue."],
    ["continue-inserted e1"],
  ],
  [
    "a system message does not keep turns apart",
    [turn("a"), system("s"), turn("b"), system("t")],
    ["assistant a", "system s", "user Continue.", "assistant b", "system t", "user Continue."],
    ["continue-inserted e1", "continue-inserted e3"],
  ],
  [
    "results keep turns apart",
    [turn(call("x")), turn("b"), user("c")],
    ["assistant call:x", "x => ?", "assistant b", "user c"],
    ["result-synthesized e0"],
  ],
  [
    "turns of which nothing is left count for nothing",
    [turn("a"), failed("aborted"), user("b"), failed("error")],
    ["assistant a", "user b"],
    [],
  ],
])("%s", (_, path, messages, repairs) => {
  const projection = project(pathOf(...path));
  expect(shape(projection)).toEqual(messages);
  expect(repairsOf(projection)).toEqual(repairs);
});

test("the inserted text belongs to the entry before it", () => {
  expect(project(pathOf(user("a"), turn("b"))).provenance).toEqual(["e0", "e1", "e1"]);
});

test("the history may end with a turn when the host wants it so", () => {
  expect(shape(project(pathOf(user("a"), turn("b")), { ending: "as-is" }))).toEqual([
    "user a",
    "assistant b",
  ]);
});
