import { describe, expect, it, test } from "vitest";
import { SessionTreeError } from "../../src/errors.ts";
import { project } from "../../src/projection/project.ts";
import { type Body, call, failed, pathOf, repairsOf, result, shape, turn, user } from "./build.ts";

const late = (id: string) => `user [A result of the earlier tool call bash was recorded here:] ${id}`;

interface Case {
  readonly name: string;
  readonly path: Body[];
  readonly messages: string[];
  readonly repairs: string[];
}

const cases: Case[] = [
  {
    name: "an answered call is left as it is",
    path: [user("go"), turn(call("x")), result("x", "ok"), turn("done"), user("thanks")],
    messages: ["user go", "assistant call:x", "x => ok", "assistant done", "user thanks"],
    repairs: [],
  },
  {
    name: "a call without a result gets the constant one",
    path: [user("go"), turn(call("x"))],
    messages: ["user go", "assistant call:x", "x => ?"],
    repairs: ["result-synthesized e1"],
  },
  {
    name: "parallel results stand in the order of the calls",
    path: [turn(call("x"), call("y")), result("y", "2"), result("x", "1")],
    messages: ["assistant call:x call:y", "x => 1", "y => 2"],
    repairs: ["result-moved e2"],
  },
  {
    name: "one of two parallel calls has no result",
    path: [turn(call("x"), call("y")), result("y", "2"), user("next")],
    messages: ["assistant call:x call:y", "x => ?", "y => 2", "user next"],
    repairs: ["result-synthesized e0"],
  },
  {
    name: "a result behind a user message moves in front of it",
    path: [turn(call("x")), user("hurry"), result("x", "ok")],
    messages: ["assistant call:x", "x => ok", "user hurry"],
    repairs: ["result-moved e2"],
  },
  {
    name: "a late result becomes user text at its own place",
    path: [turn(call("x")), user("well?"), turn("hm"), result("x", "ok"), user("so")],
    messages: ["assistant call:x", "x => ?", "user well?", "assistant hm", late("ok"), "user so"],
    repairs: ["result-synthesized e0", "result-as-text e3"],
  },
  {
    name: "a failed turn of which nothing is left makes results late too",
    path: [turn(call("x")), failed("aborted"), result("x", "ok")],
    messages: ["assistant call:x", "x => ?", late("ok")],
    repairs: ["result-synthesized e0", "result-as-text e2"],
  },
  {
    name: "a result without a call becomes user text",
    path: [user("go"), result("x", "ok")],
    messages: ["user go", late("ok")],
    repairs: ["result-as-text e1"],
  },
  {
    name: "a result before its call does not answer it",
    path: [result("x", "ok"), turn(call("x"))],
    messages: [late("ok"), "assistant call:x", "x => ?"],
    repairs: ["result-as-text e0", "result-synthesized e1"],
  },
  {
    name: "an identical copy is left out",
    path: [turn(call("x")), result("x", "ok"), result("x", "ok"), turn("a"), user("b"), result("x", "ok")],
    messages: ["assistant call:x", "x => ok", "assistant a", "user b"],
    repairs: ["result-dropped e2", "result-dropped e5"],
  },
  {
    name: "a copy of a late result is left out",
    path: [turn(call("x")), user("u"), turn("a"), result("x", "ok"), result("x", "ok")],
    messages: ["assistant call:x", "x => ?", "user u", "assistant a", late("ok")],
    repairs: ["result-synthesized e0", "result-as-text e3", "result-dropped e4"],
  },
  {
    name: "a second, different result is told",
    path: [turn(call("x")), result("x", "1"), result("x", "2")],
    messages: ["assistant call:x", "x => 1", late("2")],
    repairs: ["result-as-text e2"],
  },
  {
    name: "a real result behind an interrupted one is told",
    path: [turn(call("x")), result("x", "gone", { interrupted: true, isError: true }), result("x", "ok")],
    messages: ["assistant call:x", "x => gone", late("ok")],
    repairs: ["result-as-text e2"],
  },
  {
    name: "an interrupted result behind a real one says nothing",
    path: [turn(call("x")), result("x", "ok"), result("x", "gone", { interrupted: true })],
    messages: ["assistant call:x", "x => ok"],
    repairs: ["result-dropped e2"],
  },
  {
    name: "the same id in two turns: each result answers the nearest call",
    path: [turn(call("x")), result("x", "ok"), turn(call("x")), result("x", "ok")],
    messages: ["assistant call:x", "x => ok", "assistant call:x", "x => ok"],
    repairs: [],
  },
  {
    name: "the same id twice in a turn: in order",
    path: [turn(call("x"), call("x")), result("x", "1"), result("x", "2")],
    messages: ["assistant call:x call:x", "x => 1", "x => 2"],
    repairs: [],
  },
  {
    name: "an empty result still answers",
    path: [
      turn(call("x")),
      { type: "message", message: { role: "toolResult", toolCallId: "x", content: [] } },
    ],
    messages: ["assistant call:x", "x =>"],
    repairs: [],
  },
  {
    name: "a compaction between call and result leaves a result to be told",
    path: [
      user("go"),
      turn(call("x")),
      result("x", "ok"),
      { type: "compaction", summary: "", firstKeptEntryId: "e2" },
    ],
    messages: [late("ok")],
    repairs: ["result-as-text e2"],
  },
];

describe("calls and results", () => {
  test.each(cases)("$name", ({ path, messages, repairs }) => {
    const projection = project(pathOf(...path), { ending: "as-is" });
    expect(shape(projection)).toEqual(messages);
    expect(repairsOf(projection)).toEqual(repairs);
  });

  it("names the entry of the call as the source of a made up result", () => {
    const { messages, provenance } = project(
      pathOf(user("go"), turn(call("x"), call("y")), result("y", "2")),
    );
    expect(provenance).toEqual(["e0", "e1", "e1", "e2"]);
    expect(messages[2]).toMatchObject({
      role: "toolResult",
      toolCallId: "x",
      toolName: "bash",
      isError: true,
    });
  });

  it("does not tell the model of `interrupted`, and says so of an error result told late", () => {
    const path = pathOf(
      turn(call("x")),
      result("x", "gone", { interrupted: true }),
      result("x", "no", { isError: true }),
    );
    const projection = project(path);
    expect(projection.messages[1]).not.toHaveProperty("interrupted");
    expect(shape(projection)[2]).toBe(
      "user [An error result of the earlier tool call bash was recorded here:] no",
    );
  });
});

describe("tools: truncate", () => {
  it("ends the history before the last turn with its unanswered call", () => {
    const path = pathOf(
      user("go"),
      turn(call("x")),
      user("two"),
      turn(call("y"), call("z")),
      result("z", "ok"),
      user("hm"),
    );
    const projection = project(path, { tools: "truncate" });
    expect(shape(projection)).toEqual(["user go", "assistant call:x", "x => ?", "user two"]);
    expect(repairsOf(projection)).toEqual(["result-synthesized e1", "truncated e3"]);
  });

  it("only looks at the last turn", () => {
    const projection = project(pathOf(turn(call("x")), user("so"), turn("well"), user("go")), {
      tools: "truncate",
    });
    expect(shape(projection)).toEqual(["assistant call:x", "x => ?", "user so", "assistant well", "user go"]);
  });

  it("may leave nothing, and says so", () => {
    const projection = project(pathOf(turn(call("x"))), { tools: "truncate" });
    expect(projection.messages).toEqual([]);
    expect(projection.hints.map(({ kind }) => kind)).toEqual(["empty-context"]);
  });
});

describe("tools: strict", () => {
  it("throws when a call has no result", () => {
    expect(() => project(pathOf(turn(call("x")), user("so")), { tools: "strict" })).toThrow(SessionTreeError);
  });

  it("accepts a history without gaps", () => {
    const path = pathOf(user("go"), turn(call("x")), result("x", "ok"));
    expect(project(path, { tools: "strict" })).toEqual(project(path));
  });
});

test("a late result that says the same as one of another call is told all the same", () => {
  const path = pathOf(
    user("go"),
    turn(call("x")),
    result("x", "ok"),
    turn(call("x")),
    turn("later"),
    result("x", "ok"),
  );
  expect(repairsOf(project(path)).filter((repair) => repair.startsWith("result"))).toEqual([
    "result-synthesized e3",
    "result-as-text e5",
  ]);
});
