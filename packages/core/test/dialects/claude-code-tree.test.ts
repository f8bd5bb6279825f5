import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/format/json.ts";
import { answers, bodyOf, calls, hook, line, note, read, result, says } from "./claude-code-log.ts";

const side = { isSidechain: true };

describe("the conversation that goes on", () => {
  test.each<[what: string, lines: JsonObject[], conversation: string[], branches: number]>([
    [
      "notes beside it neither branch it nor end it",
      [
        says("u", null),
        calls("a", "u", "m", "t"),
        hook("p1", "a"),
        hook("p2", "p1"),
        result("r", "a", "t"),
        answers("b", "r"),
        hook("p3", "b"),
      ],
      ["u", "a", "r", "b"],
      1,
    ],
    [
      "results of parallel calls hang one behind the other, whatever they name",
      [
        says("u", null),
        calls("a1", "u", "m", "t1"),
        calls("a2", "a1", "m", "t2"),
        result("r2", "a2", "t2"),
        result("r1", "a1", "t1"),
        answers("b", "r2"),
      ],
      ["u", "a1", "r2", "r1", "b"],
      1,
    ],
    [
      "an answer's lines may come between results of its calls",
      [
        says("u", null),
        calls("a1", "u", "m", "t1"),
        result("r1", "a1", "t1"),
        hook("p", "r1"),
        calls("a2", "p", "m", "t2"),
        result("r2", "a2", "t2"),
        answers("b", "r2"),
      ],
      ["u", "a1", "r1", "r2", "b"],
      1,
    ],
    [
      "a rewind is a branch",
      [
        says("u", null),
        answers("a", "u"),
        says("v", "a"),
        answers("b", "v"),
        says("w", "a"),
        answers("c", "w"),
      ],
      ["u", "a", "w", "c"],
      2,
    ],
    [
      "a note on the branch that was left takes nothing back",
      [
        says("u", null),
        answers("a", "u"),
        says("v", "a"),
        answers("b", "v"),
        says("w", "a"),
        answers("c", "w"),
        line("system", "s", "b", { subtype: "turn_duration" }),
      ],
      ["u", "a", "w", "c"],
      2,
    ],
    [
      "a result that comes when the conversation has gone on stands there",
      [says("u", null), calls("a", "u", "m", "t"), says("v", "a"), result("r", "a", "t")],
      ["u", "a", "v", "r"],
      1,
    ],
    [
      "a note may name one that comes later",
      [
        says("u", null),
        answers("a", "u"),
        hook("p2", "p1"),
        hook("p1", "a"),
        says("v", "p2"),
        answers("b", "v"),
      ],
      ["u", "a", "v", "b"],
      1,
    ],
    [
      "commands of the agent's are no place to go on from",
      [
        says("u", null),
        answers("a", "u"),
        says("c", "a", "Caveat: The messages below were generated", { isMeta: true }),
        says("d", "c", "<command-name>/model</command-name>"),
        says("e", "d", "<local-command-stdout>set</local-command-stdout>"),
      ],
      ["u", "a"],
      1,
    ],
    [
      "a command that hangs at an old caveat does not leave the conversation",
      [
        says("c", null, "<local-command-caveat>Caveat</local-command-caveat>", { isMeta: true }),
        says("u", "c"),
        answers("a", "u"),
        says("d", "c", "<bash-input>ls</bash-input>"),
        says("e", "d", "<bash-stdout>x</bash-stdout>"),
        says("v", "e"),
      ],
      ["u", "a", "v"],
      1,
    ],
    [
      "a subagent inside of the log is a branch that is never active",
      [
        says("u", null),
        calls("a", "u", "m", "t"),
        { ...says("s", null), ...side },
        { ...answers("sa", "s"), ...side },
      ],
      ["u", "a"],
      2,
    ],
    [
      "lines of subagents between those of an answer",
      [
        says("u", null),
        calls("a1", "u", "m", "t1"),
        { ...says("s", null), ...side },
        { ...calls("s1", "s", "sm", "st"), ...side },
        calls("a2", "a1", "m", "t2"),
        { ...result("sr", "s1", "st"), ...side },
        result("r1", "a1", "t1"),
        result("r2", "a2", "t2"),
      ],
      ["u", "a1", "r1", "r2"],
      2,
    ],
    [
      "a line that does not say what it follows follows the last one; null is a root",
      [says("u", undefined), answers("a", undefined), says("v", "a"), says("w", null)],
      ["w"],
      2,
    ],
    [
      "lines without ids stand on the path",
      [
        note("mode", { mode: "plan" }),
        says("u", null),
        note("last-prompt", { lastPrompt: "u" }),
        answers("a", "u"),
        note("mode"),
      ],
      ["u", "a"],
      1,
    ],
  ])("%s", (_what, lines, conversation, branches) => {
    const log = read(...lines);
    expect(log.conversation).toEqual(conversation);
    expect(log.branches).toHaveLength(branches);
    expect(log.damage).toEqual([]);
  });
});

test("an answer of many lines is one entry, whichever of them is named", () => {
  const { entries, log } = read(
    says("u", null),
    answers("a1", "u", [{ type: "thinking", thinking: "hm", signature: "s" }], { id: "m" }),
    answers("a2", "a1", "text", { id: "m" }),
    calls("a3", "a2", "m", "t"),
    says("v", "a2"),
  );
  expect(entries.map(({ id }) => id)).toEqual(["u", "a1", "v"]);
  expect(log.tree.node("v")!.parent!.head.id).toBe("a1");
  expect(bodyOf(entries, "a1")["claudeCode"]).toMatchObject({
    parentUuid: "u",
    lines: [{ blocks: 1 }, { uuid: "a2", parentUuid: "a1" }, { uuid: "a3", parentUuid: "a2" }],
  });
});

test("a turn that was written again with another id is said to be no rewind", () => {
  const again = { timestamp: "2026-01-01T00:00:00.000Z" };
  const lines = [says("u", null), answers("a", "u"), { ...says("v", "a"), ...again }, answers("b", "v")];
  expect(read(...lines, { ...says("w", "a"), ...again }, answers("c", "w")).notices).toHaveLength(1);
  expect(read(...lines, says("w", "a"), answers("c", "w")).notices).toEqual([]);
});

describe("what hangs nowhere", () => {
  test("a lost turn leaves a gap, which is bridged", () => {
    const { damage, conversation, repairs } = read(
      says("u", null),
      answers("a", "u"),
      says("v", "gone"),
      answers("b", "v"),
    );
    expect(damage).toEqual(["gap"]);
    expect(conversation).toEqual(["u", "a", "v", "b"]);
    expect(repairs).toContain("bridged-gap");
  });

  test("no gap is bridged with a subagent's conversation", () => {
    const lines = [says("u", null), answers("a", "u"), { ...says("s", null), ...side }, says("v", "gone")];
    const { damage, conversation } = read(...lines);
    expect(damage).toEqual(["gap"]);
    expect(conversation).toEqual(["u", "a", "v"]);
  });

  test("a note makes no gap, but is reported", () => {
    const { damage, branches } = read(says("u", null), hook("p", "gone"), answers("a", "u"));
    expect(damage).toEqual(["gap"]);
    expect(branches).toHaveLength(1);
  });

  test.each([
    ["each other's parent", [says("u", "a"), answers("a", "u"), says("v", "a")], ["u", "a", "v"]],
    ["its own parent", [says("u", "u"), answers("a", "u")], ["u", "a"]],
  ])("%s", (_what, lines, conversation) => {
    const log = read(...lines);
    expect(log.damage).toEqual(["cycle"]);
    expect(log.conversation).toEqual(conversation);
  });
});

describe("an id that stands there twice", () => {
  test("keeps the first line; the same line once more means nothing", () => {
    const first = says("u", null);
    const { damage, conversation } = read(first, answers("a", "u"), first, answers("b", "u"));
    expect(damage).toEqual([]);
    expect(conversation).toEqual(["u", "b"]);
  });

  test("is damage if the lines differ, and makes no circle", () => {
    const { damage, conversation } = read(
      says("u", null),
      hook("p", "u"),
      says("v", "p"),
      answers("a", "v"),
      hook("p", "a"),
      says("w", "p"),
    );
    expect(damage).toEqual(["duplicate-id"]);
    expect(conversation).toEqual(["u", "v", "a", "w"]);
  });
});
