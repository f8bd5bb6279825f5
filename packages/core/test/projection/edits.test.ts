import { describe, expect, it, test } from "vitest";
import { project } from "../../src/projection/project.ts";
import { type Body, call, pathOf, repairsOf, result, shape, system, turn, user } from "./build.ts";

const edit = (targetId: string, replacement: unknown): Body => ({
  type: "context_edit",
  targetId,
  replacement,
});

describe("an edit", () => {
  it("changes the content of its target", () => {
    const path = pathOf(
      user("a"),
      turn("b"),
      { type: "custom_message", customType: "n", content: "c" },
      edit("e0", "A"),
      edit("e1", [{ type: "text", text: "B" }]),
      edit("e2", "C"),
    );
    const projection = project(path);
    expect(shape(projection)).toEqual(["user A", "assistant B", "user C"]);
    expect(projection.repairs).toEqual([]);
  });

  it("changes a result and leaves its call answered", () => {
    const path = pathOf(turn(call("x")), result("x", "long"), edit("e1", "short"));
    expect(shape(project(path))).toEqual(["assistant call:x", "x => short"]);
  });

  it("hides its target with null", () => {
    const path = pathOf(
      user("a"),
      user("b"),
      turn(call("x")),
      result("x", "ok"),
      edit("e0", null),
      edit("e3", null),
    );
    expect(shape(project(path))).toEqual(["user b", "assistant call:x", "x => ?"]);
  });

  it("wins over those before it", () => {
    expect(shape(project(pathOf(user("a"), edit("e0", null), edit("e0", "2"))))).toEqual(["user 2"]);
  });

  it("is about entries behind it too", () => {
    expect(shape(project(pathOf(edit("e1", "B"), user("b"))))).toEqual(["user B"]);
  });

  it("still counts for a kept entry when it stands before the compaction", () => {
    const kept = { type: "compaction", summary: "", firstKeptEntryId: "e1" };
    const projection = project(pathOf(user("a"), user("b"), edit("e1", "B"), kept, user("c")));
    expect(shape(projection)).toEqual(["user B", "user c"]);
    expect(projection.repairs).toEqual([]);
  });

  it("that hides a call leaves its result to be told", () => {
    const path = pathOf(user("a"), turn(call("x")), result("x", "ok"), edit("e1", null));
    expect(shape(project(path))[1]).toBe(
      "user [A result of the earlier tool call bash was recorded here:] ok",
    );
  });

  it("that hides a turn leaves it a boundary: what came behind it still came late", () => {
    const path = pathOf(edit("e2", null), turn(call("x")), turn("b"), result("x", "ok"));
    expect(shape(project(path)).slice(0, 2)).toEqual(["assistant call:x", "x => ?"]);
    expect(repairsOf(project(path))).toEqual(["result-synthesized e1", "result-as-text e3"]);
  });

  test.each([
    ["a system message", "e0"],
    ["a compaction", "e1"],
    ["an entry that is not there", "e9"],
    ["a broken entry", "e3"],
  ])("of %s is ignored and reported", (_, target) => {
    const broken = { type: "message", problem: "broken" };
    const projection = project(
      pathOf(system("s"), { type: "compaction", summary: "S" }, user("a"), broken, edit(target, null)),
    );
    expect(projection.messages).toHaveLength(3);
    expect(repairsOf(projection)).toEqual(["bad-body e3", "edit-ignored e4"]);
  });
});
