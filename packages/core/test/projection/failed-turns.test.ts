import { describe, expect, it, test } from "vitest";
import { project } from "../../src/projection/project.ts";
import { type Body, call, failed, pathOf, repairsOf, result, shape, turn, user } from "./build.ts";

const thinking = (signature?: string): Body => ({ type: "thinking", thinking: "hm", signature });

describe.each(["error", "aborted"] as const)("a turn that ended with %s", (reason) => {
  test.each<[string, Body[], string[]]>([
    ["keeps its text", [{ type: "text", text: "half" }], ["assistant half"]],
    [
      "loses blank text",
      [
        { type: "text", text: " \n" },
        { type: "text", text: "x" },
      ],
      ["assistant x"],
    ],
    ["keeps signed thinking", [thinking("sig")], ["assistant thinking"]],
    ["loses unsigned thinking", [thinking(), thinking(""), { type: "text", text: "x" }], ["assistant x"]],
    ["keeps redacted thinking", [{ type: "thinking", thinking: "", redacted: true }], ["assistant thinking"]],
    ["keeps a complete call", [call("x", { a: 1 })], ["assistant call:x", "x => ?"]],
    ["loses a call without an object", [call("x", '{"a":'), { type: "text", text: "x" }], ["assistant x"]],
    ["loses a call marked partial", [{ ...call("x"), partialJson: '{"a":' }], []],
    ["is left out when nothing is left", [], []],
  ])("%s", (_, blocks, messages) => {
    const projection = project(pathOf(user("a"), failed(reason, ...blocks)), { ending: "as-is" });
    expect(shape(projection)).toEqual(["user a", ...messages]);
  });

  it("takes the results of its dropped calls with it", () => {
    const path = pathOf(
      user("a"),
      failed(reason, call("x", "{"), call("y")),
      result("y", "2"),
      result("x", "1"),
    );
    const projection = project(path);
    expect(shape(projection)).toEqual(["user a", "assistant call:y", "y => 2"]);
    expect(repairsOf(projection)).toEqual(["turn-trimmed e1", "result-dropped e3"]);
  });
});

it("a turn that ended well keeps everything", () => {
  const projection = project(pathOf(turn(thinking(), "", call("x", "raw")), result("x", "ok")));
  expect(shape(projection)).toEqual(["assistant thinking  call:x", "x => ok"]);
  expect(projection.repairs).toEqual([]);
});
