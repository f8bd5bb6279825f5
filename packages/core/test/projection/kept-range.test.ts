import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { CutsToolCallError, NotFoundError, SessionTreeError } from "../../src/errors.ts";
import { firstKept, type KeepFrom } from "../../src/projection/kept-range.ts";
import { openCallsAt } from "../../src/projection/open-turn.ts";
import { project } from "../../src/projection/project.ts";
import type { PathEntry, Projection } from "../../src/projection/types.ts";
import { type Body, call, pathOf, result, system, turn, user } from "./build.ts";
import { anyPath } from "./random-paths.ts";

const talk = [user("a"), turn("b"), user("c"), turn("d")];
const work = [
  user("a"),
  turn(call("x"), call("y")),
  result("x", "1"),
  user("hurry"),
  result("y", "2"),
  turn("d"),
];
const open = [user("a"), turn(call("x")), user("well?")];
const late = [turn(call("x")), user("well?"), turn("hm"), user("so?"), result("x", "1"), turn("ah")];
const again = [user("a"), turn("b"), { type: "compaction", summary: "S", firstKeptEntryId: "e1" }, user("c")];
const replaced = [
  { type: "compaction", messages: [turn(call("x"))["message"]], firstKeptEntryId: null },
  result("x", "1"),
  turn("b"),
];
const model = { type: "model_change", model: "m" };

const keeps: [name: string, path: Body[], keepFrom: KeepFrom, first: string | null][] = [
  ["a user message", talk, "e2", "e2"],
  ["a turn", talk, "e3", "e3"],
  ["nothing", talk, null, null],
  ["everything", talk, "e0", "e0"],
  ["an entry that gives no message", [user("a"), model, user("b")], "e1", "e1"],
  ["a turn with its results", work, "e1", "e1"],
  ["what a compaction kept", again, "e1", "e1"],
  ["what stands behind a compaction", again, "e3", "e3"],
  ["the compaction itself", again, "e2", "e2"],
  ["from a result that came late, but not first", late, "e3", "e3"],
  ["an open turn", open, "e1", "e1"],
  ["the last turn", talk, { turns: 1 }, "e2"],
  ["more turns than there are", talk, { turns: 9 }, "e0"],
  ["no turns", talk, { turns: 0 }, null],
  ["the last turn, with the call that it answers", work, { turns: 1 }, "e1"],
  ["the last turn, with the open call before it", open, { turns: 1 }, "e1"],
  ["no turns but the open one", open, { turns: 0 }, "e1"],
  ["what comes behind a call that is among replaced messages", replaced, { turns: 3 }, "e2"],
  ["no tokens", talk, { tokens: 0 }, null],
  ["two tokens", talk, { tokens: 2 }, "e2"],
  ["many tokens", talk, { tokens: 1_000 }, "e0"],
  ["no more than fits, without half a turn", work, { tokens: 4 }, "e5"],
  ["the open turn, whatever it costs", open, { tokens: 0 }, "e1"],
  ["system messages for nothing", [user("a"), system("long ".repeat(99)), user("b")], { tokens: 2 }, "e0"],
  ["nothing of nothing", [], { turns: 1 }, null],
];

test.each(keeps)("keeps %s", (_name, path, keepFrom, first) => {
  expect(firstKept(pathOf(...path), keepFrom)).toBe(first);
});

const refused: [name: string, path: Body[], keepFrom: KeepFrom, facts: object][] = [
  [
    "between a call and its result",
    work,
    "e3",
    { callId: "y", callEntryId: "e1", resultEntryId: "e4", keepFrom: "e1" },
  ],
  ["at a result", work, "e2", { callEntryId: "e1", keepFrom: "e1" }],
  ["at a late result", late, "e4", { callId: "x", callEntryId: null, resultEntryId: "e4", keepFrom: "e3" }],
  [
    "behind an open turn",
    open,
    "e2",
    { callId: "x", callEntryId: "e1", resultEntryId: null, keepFrom: "e1" },
  ],
  ["an open turn away", open, null, { resultEntryId: null, keepFrom: "e1" }],
  ["where the call is among replaced messages", replaced, "e1", { callEntryId: "e0", keepFrom: null }],
  [
    "where an open call is among replaced messages",
    replaced.slice(0, 1),
    { turns: 1 },
    { resultEntryId: null },
  ],
];

test.each(refused)("refuses to cut %s", (_name, path, keepFrom, facts) => {
  const error = errorOf(() => firstKept(pathOf(...path), keepFrom));
  expect(error).toBeInstanceOf(CutsToolCallError);
  expect(error).toMatchObject({ code: "CUTS_TOOL_CALL", hint: expect.any(String) as string, ...facts });
});

test.each(["e0", "e7"])("does not find %s, which is not in the context", (id) => {
  expect(errorOf(() => firstKept(pathOf(...again), id))).toBeInstanceOf(NotFoundError);
});

test.each<unknown>([
  { turns: -1 },
  { turns: 1.5 },
  { tokens: Number.NaN },
  { token: 5 },
  { turns: 1, tokens: 5 },
  {},
  undefined,
])("does not take %j", (keepFrom) => {
  expect(errorOf(() => firstKept(pathOf(...talk), keepFrom as KeepFrom))).toMatchObject({
    code: "INVALID_ARGUMENT",
  });
});

const anyKeepFrom = fc.oneof(
  fc.integer({ min: 0, max: 30 }).map((index): KeepFrom => `e${index}`),
  fc.constant(null),
  fc.record({ turns: fc.nat(6) }),
  fc.record({ tokens: fc.nat(8) }),
);

describe("for every path", () => {
  it("what is kept reads as before: each turn, and each result at its turn", () => {
    check((path, first) => {
      const before = project(path, { ending: "as-is" });
      const after = project(compacted(path, first), { ending: "as-is" });
      const start = path.findIndex(({ entry }) => entry.id === first);
      const kept = start < 0 ? [] : path.slice(start);
      expect(exchange(after, kept)).toEqual(exchange(before, kept));
    });
  });

  it("an open turn stays open", () => {
    check((path, first) => expect(openCallsAt(compacted(path, first))).toEqual(openCallsAt(path)));
  });

  it("refuses only where something would be parted, or a result would come first", () => {
    fc.assert(
      fc.property(anyPath, anyKeepFrom, (path, keepFrom) => {
        const error = errorOf(() => firstKept(path, keepFrom));
        if (!(error instanceof CutsToolCallError) || (typeof keepFrom !== "string" && keepFrom !== null))
          return;
        const { resultEntryId, callEntryId } = error;
        if (resultEntryId === null) expect(openCallsAt(path).length).toBeGreaterThan(0);
        else if (callEntryId === null)
          expect(rolesOf(project(path), resultEntryId)).not.toContain("toolResult");
        else if (rolesOf(project(path), resultEntryId).length > 0) {
          expect(rolesOf(project(path), resultEntryId)).toEqual(["toolResult"]);
          expect(rolesOf(project(compacted(path, keepFrom)), resultEntryId)).toEqual(["user"]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

/** Runs a property on each path with what a compaction of it keeps, where none is refused. */
function check(property: (path: PathEntry[], first: string | null) => void): void {
  fc.assert(
    fc.property(anyPath, anyKeepFrom, (path, keepFrom) => {
      let first: string | null;
      try {
        first = firstKept(path, keepFrom);
      } catch (error) {
        expect(error).toBeInstanceOf(SessionTreeError);
        return;
      }
      property(path, first);
    }),
    { numRuns: 2000 },
  );
}

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

function compacted(path: PathEntry[], firstKeptEntryId: string | null): PathEntry[] {
  return [...path, ...pathOf({ type: "compaction", id: "c", summary: "", firstKeptEntryId })];
}

function rolesOf({ messages, provenance }: Projection, entryId: string): string[] {
  return messages.filter((_message, index) => provenance[index] === entryId).map(({ role }) => role);
}

/** The turns and results of kept entries, made-up results too. */
function exchange({ messages, provenance }: Projection, kept: readonly PathEntry[]): string[] {
  const ids = new Set(kept.filter(({ entry }) => entry.type !== "compaction").map(({ entry }) => entry.id));
  return messages
    .filter(
      ({ role }, index) => (role === "assistant" || role === "toolResult") && ids.has(provenance[index]!),
    )
    .map((message) => JSON.stringify(message));
}
