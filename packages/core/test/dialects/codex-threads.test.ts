import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { codex } from "../../src/dialects/codex/codex.ts";
import { detectDialect } from "../../src/dialects/registry.ts";
import { readSummary } from "../../src/session-index/summarize.ts";
import { TranslatedLog } from "../../src/dialects/translated-log.ts";
import {
  bytesOf,
  call,
  codexHome,
  context,
  event,
  item,
  line,
  meta,
  output,
  PARENT,
  rollout,
  says,
  THREAD,
  tokens,
} from "./codex-rollouts.ts";
import { activePath, logOf, otherPaths, projected, tell } from "./tell.ts";

function summary(file: string) {
  return readSummary(TranslatedLog.open(file, { file }, codex.translation!), codex, "x", Date.now());
}

test("what a list shows of a thread", () => {
  const file = rollout(
    meta(THREAD, {
      git: { branch: "main", commit_hash: "c0ffee", repository_url: "u" },
      base_instructions: { text: "B" },
    }),
    says("user", "<environment_context><cwd>/work</cwd></environment_context>"),
    context(),
    says("user", "fix the tests"),
    says("assistant", "done"),
    context("gpt-y", { cwd: "/other", effort: "high" }),
    event("thread_name_updated", { thread_name: "Tests" }),
  );
  expect(summary(file)).toMatchObject({
    id: THREAD,
    dialect: "codex",
    cwd: "/other",
    name: "Tests",
    title: "fix the tests",
    created: "2026-06-01T00:00:00.000Z",
    messages: 2,
    branches: 1,
    model: { provider: "openai", model: "gpt-y" },
    damage: 0,
    parentSession: null,
  });
  expect(tell(codex, file).header).toMatchObject({
    git: { branch: "main", commit: "c0ffee" },
    host: { name: "codex-tui", version: "0.144.0" },
    codex: { base_instructions: { text: "B" } },
  });
  expect(projected(logOf(codex, file)).thinkingLevel).toBe("high");
});

describe("rolled back turns", () => {
  const turns = (...names: string[]) =>
    names.flatMap((name) => [
      event("task_started", { turn_id: name }),
      context(),
      event("user_message", { message: name }),
      says("user", name),
      says("assistant", `${name}!`),
      event("task_complete", { turn_id: name }),
    ]);

  test.each([
    ["the last one", 1, ["user: a", "assistant: a!", "user: c", "assistant: c!"]],
    ["all", 2, ["user: c", "assistant: c!"]],
    ["more than there are", 9, ["user: c", "assistant: c!"]],
    ["none", 0, ["user: a", "assistant: a!", "user: b", "assistant: b!", "user: c", "assistant: c!"]],
  ])("are a branch of their own: %s", (_which, count, expected) => {
    const log = logOf(
      codex,
      rollout(meta(), ...turns("a", "b"), event("thread_rolled_back", { num_turns: count }), ...turns("c")),
    );
    expect(activePath(log)).toEqual(expected);
    const both = ["user: a", "assistant: a!", "user: b", "assistant: b!"];
    expect(otherPaths(log)).toEqual(count === 0 ? [] : [both]);
  });

  test("twice in a row, and what the human says meanwhile is a turn too", () => {
    const back = event("thread_rolled_back", { num_turns: 1 });
    const steered = [says("user", "b"), call("x"), says("user", "no, c"), output("x")];
    const log = logOf(codex, rollout(meta(), ...turns("a"), ...steered, back, back, says("user", "d")));
    expect(activePath(log)).toEqual(["user: a", "assistant: a!", "user: d"]);
  });

  test("that are said again are other entries", () => {
    const back = event("thread_rolled_back", { num_turns: 1 });
    const log = logOf(codex, rollout(meta(), ...turns("a"), back, ...turns("a"), back, ...turns("a")));
    expect(activePath(log)).toEqual(["user: a", "assistant: a!"]);
    expect(otherPaths(log)).toEqual([
      ["user: a", "assistant: a!"],
      ["user: a", "assistant: a!"],
    ]);
  });

  test("are those that another agent began, too", () => {
    const content = [{ type: "input_text", text: "psst" }];
    const told = [
      item("agent_message", { author: "a", recipient: "b", content }),
      says("assistant", "1"),
      line("inter_agent_communication", { author: "a", recipient: "b", content: "hey", trigger_turn: true }),
      says("assistant", "2"),
    ];
    const back = (count: number) => event("thread_rolled_back", { num_turns: count });
    const path = (count: number) => activePath(logOf(codex, rollout(meta(), ...told, back(count))));
    expect(path(0)).toEqual([
      "(codex:agent_message)",
      "assistant: 1",
      "(codex:inter_agent_communication)",
      "assistant: 2",
    ]);
    expect(path(1)).toEqual(["(codex:agent_message)", "assistant: 1"]);
    expect(path(2)).toEqual([]);
  });

  test("are left behind at once, and the model is told again", () => {
    const back = event("thread_rolled_back", { num_turns: 1 });
    const file = rollout(meta(), ...turns("a"), context("gpt-y"), says("user", "b"), back);
    expect(activePath(logOf(codex, file))).toEqual(["user: a", "assistant: a!"]);
    const again = rollout(meta(), ...turns("a"), context("gpt-y"), says("user", "b"), back, context("gpt-y"));
    expect(projected(logOf(codex, again)).model).toEqual({ provider: "openai", model: "gpt-y" });
  });
});

describe("tokens", () => {
  const first = [1000, 250, 20, 5];
  const second = [1500, 500, 30, 10];
  const sum = [2500, 750, 50, 15];

  test.each([
    [
      "behind the results",
      [
        says("user", "go"),
        call("a"),
        output("a"),
        tokens(first, first),
        says("assistant", "."),
        tokens(second, sum),
      ],
    ],
    [
      "before the results",
      [
        says("user", "go"),
        call("a"),
        tokens(first, first),
        output("a"),
        says("assistant", "."),
        tokens(second, sum),
      ],
    ],
    [
      "before the answers",
      [
        says("user", "go"),
        tokens(first, first),
        call("a"),
        output("a"),
        tokens(second, sum),
        says("assistant", "."),
      ],
    ],
    [
      "told again",
      [
        says("user", "go"),
        says("assistant", "."),
        tokens(first, first),
        tokens(first, first),
        says("assistant", "?"),
        tokens(second, sum),
        tokens(second, sum),
      ],
    ],
    [
      "as sums only",
      [
        says("assistant", "."),
        tokens([], first),
        says("user", "on"),
        says("assistant", "?"),
        tokens([], sum),
      ],
    ],
  ])("count once: %s", (_where, told) => {
    expect(summary(rollout(meta(), context(), ...told)).usage).toEqual({
      inputTokens: 1750,
      cacheReadTokens: 750,
      outputTokens: 50,
      reasoningTokens: 15,
    });
  });

  test("stand with the answer", () => {
    const { entries } = tell(codex, rollout(meta(), context(), says("assistant", "."), tokens(first, first)));
    expect(entries.at(-1)).toMatchObject({
      message: { usage: { inputTokens: 750, outputTokens: 20 }, model: "gpt-x" },
    });
  });

  test("that say nothing are no usage", () => {
    const { entries } = tell(
      codex,
      rollout(meta(), event("token_count", { info: null, rate_limits: { x: 1 } })),
    );
    expect(entries).toMatchObject([{ type: "custom", customType: "codex:token_count" }]);
  });
});

test.each([
  ["by its parent", { parent_thread_id: PARENT }],
  [
    "by how it was spawned",
    { source: { subagent: { thread_spawn: { parent_thread_id: PARENT, depth: 1 } } } },
  ],
])("a subagent is known %s", (_how, more) => {
  const { header } = tell(codex, rollout(meta(THREAD, more), says("user", "find it")));
  expect(header).toMatchObject({ parentSession: PARENT, relation: "subagent" });
});

test("a mode that is not known is read as far as it goes, and said", () => {
  const file = rollout(meta(THREAD, { history_mode: "holographic" }), says("user", "hi"));
  expect(tell(codex, file).notices).toEqual([expect.stringContaining('"holographic"')]);
  expect(activePath(logOf(codex, file))).toEqual(["user: hi"]);
});

test("the first era had no envelopes", () => {
  const bare = [
    { id: THREAD, timestamp: "2025-08-20T10:00:00.000Z", instructions: null, git: { branch: "main" } },
    { record_type: "state" },
    says("user", "<environment_context>\n<cwd>/old</cwd></environment_context>")["payload"],
    says("user", "hello")["payload"],
    call("a")["payload"],
    `${JSON.stringify(output("a")["payload"])}{"type":"mes`,
    says("assistant", "hi")["payload"],
  ].map((one) => (typeof one === "string" ? `${one}\n` : `${JSON.stringify(one)}\n`));
  const file = rollout(...bare);
  expect(detectDialect(readFileSync(file))).toBe(codex);
  expect(summary(file)).toMatchObject({
    id: THREAD,
    cwd: "/old",
    title: "hello",
    created: "2025-08-20T10:00:00.000Z",
    damage: 1,
  });
  expect(activePath(logOf(codex, file))).toEqual([
    "(codex:environment_context)",
    "user: hello",
    'call a: {"cmd":"ls"}',
    "result a: ok",
    "assistant: hi",
  ]);
});

test("one bad line costs one line", () => {
  const whole = JSON.stringify(says("user", "rewritten \u2028 whole"));
  const file = codexHome({
    [THREAD]: Buffer.concat([
      Buffer.from(bytesOf(meta(), context())),
      Buffer.from(`${whole.slice(0, 60)}${whole}\n`),
      Buffer.from(`${JSON.stringify(says("assistant", "with \r"))}\r\n\r\n`),
      Buffer.from(
        '{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":"bad \xff byte"}}\n',
        "latin1",
      ),
      Buffer.from(`${JSON.stringify(call("a"))}${JSON.stringify(output("a"))}\n`),
      Buffer.alloc(512),
    ]),
  }).file();
  expect(tell(codex, file).damage).toEqual(["not-json", "nul"]);
  expect(activePath(logOf(codex, file))).toEqual([
    "user: rewritten \u2028 whole",
    "assistant: with \r",
    "user: bad \ufffd byte",
    'call a: {"cmd":"ls"}',
    "result a: ok",
  ]);
});

test("a file in which nothing can be read is no session", () => {
  expect(() => tell(codex, rollout("nothing\n", "here"))).toThrow(/is not a session log/);
});
