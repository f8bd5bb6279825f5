import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { openCallsAt } from "../../src/projection/open-turn.ts";
import { project } from "../../src/projection/project.ts";
import { UNKNOWN_OUTCOME } from "../../src/projection/result-texts.ts";
import type { PathEntry } from "../../src/projection/types.ts";
import { interruptedResult } from "../../src/store/close-turn.ts";
import { type Body, call, failed, pathOf, result, turn, user } from "./build.ts";
import { anyPath } from "./random-paths.ts";

const half = { type: "toolCall", id: "half", name: "bash", input: {}, partialJson: "{" };

const cases: [name: string, path: Body[], open: string[]][] = [
  ["nothing at all", [], []],
  ["a turn without calls", [user("go"), turn("done")], []],
  ["an answered call", [turn(call("x")), result("x", "ok")], []],
  ["an open call", [turn(call("x"))], ["x"]],
  ["one of three calls answered", [turn(call("x"), call("y"), call("z")), result("y", "ok")], ["x", "z"]],
  ["a user message behind the open turn", [turn(call("x")), user("well?")], ["x"]],
  ["another turn behind the open one", [turn(call("x")), user("well?"), turn("hm")], []],
  ["a turn of which nothing is left behind the open one", [turn(call("x")), failed("aborted")], []],
  ["a failed turn with a whole call and a half one", [failed("error", call("x"), half)], ["x"]],
  ["two calls with one id, one of them answered", [turn(call("x"), call("x")), result("x", "1")], ["x"]],
  ["a result of an earlier turn's call", [turn(call("x")), turn(call("y")), result("x", "late")], ["y"]],
  [
    "a turn that is no longer in the context",
    [turn(call("x")), { type: "compaction", summary: "S", firstKeptEntryId: null }],
    [],
  ],
  [
    "a turn that a compaction keeps",
    [turn(call("x")), { type: "compaction", summary: "S", firstKeptEntryId: "e0" }],
    ["x"],
  ],
  [
    "a turn among replaced messages",
    [{ type: "compaction", messages: [turn(call("x"))["message"]], firstKeptEntryId: null }],
    ["x"],
  ],
  [
    "a result that an edit hides",
    [turn(call("x")), result("x", "ok"), { type: "context_edit", targetId: "e1", replacement: null }],
    ["x"],
  ],
];

test.each(cases)("open calls: %s", (_name, path, open) => {
  expect(openCallsAt(pathOf(...path)).map(({ id }) => id)).toEqual(open);
});

describe("a turn closed as interrupted", () => {
  it("has the projector's own text, marked as an error and as interrupted", () => {
    const [open] = openCallsAt(pathOf(turn(call("x"))));
    expect(interruptedResult(open!)).toEqual({
      type: "message",
      message: {
        role: "toolResult",
        content: [{ type: "text", text: UNKNOWN_OUTCOME }],
        toolCallId: "x",
        toolName: "bash",
        isError: true,
        interrupted: true,
      },
    });
  });

  it("gives the model the same bytes as before, whatever the path, and needs no repair", () => {
    check((path) => {
      const after = project(closed(path));
      expect(JSON.stringify(after.messages)).toBe(JSON.stringify(project(path).messages));
      const turns = after.repairs.filter(({ kind }) => kind === "result-synthesized");
      expect(turns.map(({ entryId }) => entryId)).toEqual(
        project(path)
          .repairs.filter(({ kind }) => kind === "result-synthesized")
          .slice(0, turns.length)
          .map(({ entryId }) => entryId),
      );
      expect(project([...closed(path)], { tools: "truncate" }).repairs).not.toContainEqual(
        expect.objectContaining({ kind: "truncated" }),
      );
    });
  });

  it("has nothing left to close", () => {
    check((path) => {
      expect(openCallsAt(closed(path))).toEqual([]);
    });
  });
});

function check(property: (path: PathEntry[]) => void): void {
  fc.assert(fc.property(anyPath, property), { numRuns: 1000 });
}

/** The path with its last turn closed, as a session writes it. */
function closed(path: PathEntry[]): PathEntry[] {
  const bodies = openCallsAt(path).map((open, index) => ({
    ...interruptedResult(open),
    id: `closed${index}`,
  }));
  return [...path, ...pathOf(...bodies)];
}
