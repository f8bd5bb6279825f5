import { describe, expect, test } from "vitest";
import { codex } from "../../src/dialects/codex/codex.ts";
import { isEntry } from "../../src/format/entry-kinds.ts";
import { render } from "../../src/projection/render.ts";
import { call, context, event, item, line, meta, output, rollout, says } from "./codex-rollouts.ts";
import { activePath, lines, logOf, otherPaths, projected, tell } from "./tell.ts";

describe("a thread reads as its model saw it", () => {
  test.each([
    ["texts", [says("user", "hi"), says("assistant", "hello")], ["user: hi", "assistant: hello"]],
    [
      "a text and an image of the user",
      [
        item("message", {
          role: "user",
          content: [
            { type: "input_text", text: "see" },
            { type: "input_image", image_url: "data:image/png;base64,AAAA" },
            { type: "input_image", image_url: "https://example.invalid/a.png" },
          ],
        }),
      ],
      ["user: see", "user: [image]", "user: [input_image]"],
    ],
    [
      "calls made at once, and their results",
      [
        says("user", "go"),
        call("a"),
        call("b"),
        output("b", "2"),
        output("a", "1"),
        says("assistant", "done"),
      ],
      [
        "user: go",
        'call a: {"cmd":"ls"}',
        'call b: {"cmd":"ls"}',
        "result b: 2",
        "result a: 1",
        "assistant: done",
      ],
    ],
    ["a call whose arguments are no JSON", [call("a", { arguments: "{" })], ['call a: "{"']],
    [
      "a tool that takes a text",
      [
        item("custom_tool_call", { call_id: "a", name: "apply_patch", input: "*** Begin" }),
        item("custom_tool_call_output", { call_id: "a", output: [{ type: "input_text", text: "Success" }] }),
      ],
      ['call a: {"input":"*** Begin"}', "result a: Success"],
    ],
    [
      "a shell call, and a failure",
      [
        item("local_shell_call", {
          call_id: "a",
          status: "completed",
          action: { type: "exec", command: ["ls"] },
        }),
        output("a", { content: "no", success: false }),
      ],
      ['call a: {"type":"exec","command":["ls"]}', "failure a: no"],
    ],
    [
      "a search for tools",
      [
        item("tool_search_call", { call_id: "a", arguments: { query: "git" } }),
        item("tool_search_output", { call_id: "a", tools: ["x"] }),
      ],
      ['call a: {"query":"git"}', 'result a: ["x"]'],
    ],
    [
      "a search that the API ran by itself",
      [item("web_search_call", { status: "completed", action: { query: "q" } }), says("assistant", "found")],
      ["assistant: [web_search_call]", "assistant: found"],
    ],
    [
      "what it thought",
      [
        item("reasoning", {
          summary: [
            { type: "summary_text", text: "A" },
            { type: "summary_text", text: "B" },
          ],
        }),
        item("reasoning", { summary: [], content: [{ type: "reasoning_text", text: "raw" }] }),
      ],
      ["thinking: A\n\nB", "thinking: raw"],
    ],
    [
      "what another agent, and Codex itself, says as a user",
      [
        says("user", "<environment_context>\n  <cwd>/work</cwd>\n</environment_context>"),
        says("user", "# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>be kind</INSTRUCTIONS>"),
        says("user", "<user_instructions>be kind</user_instructions>"),
        says("developer", "<permissions instructions>"),
        item("agent_message", {
          author: "a",
          recipient: "b",
          content: [{ type: "input_text", text: "psst" }],
        }),
        says("user", "hi"),
      ],
      [
        "(codex:environment_context)",
        "(codex:agents_md)",
        "(codex:user_instructions)",
        "system: <permissions instructions>",
        "(codex:agent_message)",
        "user: hi",
      ],
    ],
  ])("%s", (_what, told, expected) => {
    const log = logOf(codex, rollout(meta(), context(), ...told));
    expect(activePath(log)).toEqual(expected);
    expect(otherPaths(log)).toEqual([]);
    expect(log.damage()).toEqual([]);
  });
});

test("what goes back to the API with an answer is there", () => {
  const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" };
  const file = rollout(
    meta(),
    context(),
    says("user", "hi"),
    line("response_item", reasoning),
    says("assistant", "hello", { id: "msg_1", phase: "final_answer" }),
    says("user", "on"),
  );
  const { input } = render.openaiResponses(projected(logOf(codex, file)));
  expect(input).toMatchObject([
    { role: "user" },
    reasoning,
    { role: "assistant", content: "hello", phase: "final_answer" },
    { role: "user" },
  ]);
});

test("what has no place in our form is carried, where it stands and what it was", () => {
  const { entries } = tell(
    codex,
    rollout(
      meta(),
      says("user", "hi", { id: "u1", extra: 1 }),
      call("a", { namespace: "mcp", id: "fc_1" }),
      item("ghost_snapshot", { ghost_commit: { id: "abc" } }),
      line("world_state", { full: true }),
      { timestamp: "2026-06-01T00:00:00.000Z", type: "no_payload", x: 1 },
      { strange: true },
    ),
  );
  expect(entries).toMatchObject([
    { message: { role: "user", codex: { id: "u1", extra: 1 } } },
    {
      message: {
        content: [{ type: "toolCall", codex: { namespace: "mcp", id: "fc_1", type: "function_call" } }],
      },
    },
    { customType: "codex:ghost_snapshot", data: { payload: { ghost_commit: { id: "abc" } } } },
    { customType: "codex:world_state", data: { payload: { full: true } } },
    { customType: "codex:no_payload", data: { x: 1 } },
    { customType: "codex:line", data: { strange: true } },
  ]);
});

test("an event that repeats a text is no message", () => {
  const file = rollout(
    meta(),
    event("user_message", { message: "hi" }),
    says("user", "hi"),
    event("agent_message", { message: "hello" }),
    says("assistant", "hello"),
    event("item_completed", { item: { type: "AgentMessage", content: [{ type: "Text", text: "hello" }] } }),
    event("user_message", { message: "only announced" }),
    says("assistant", "?"),
  );
  expect(activePath(logOf(codex, file))).toEqual(["user: hi", "assistant: hello", "assistant: ?"]);
});

test.each([
  ["the user's", event("user_message", { message: "hi" }), "user: hi", says("assistant", "hello")],
  ["the model's", event("agent_message", { message: "hello" }), "assistant: hello", says("user", "on")],
])("where damage took %s item, the event stands for it", (_whose, announced, expected, next) => {
  const log = logOf(codex, rollout(meta(), announced, '{"timestamp":"2026-06-01T0\n', next));
  expect(activePath(log)[0]).toBe(expected);
  expect(activePath(logOf(codex, rollout(meta(), announced, next)))[0]).not.toBe(expected);
});

describe("compaction", () => {
  test("with a history of its own replaces what stood before by that", () => {
    const history = [
      { type: "message", role: "user", content: [{ type: "input_text", text: "part 1" }] },
      { type: "function_call", name: "shell", arguments: "{}", call_id: "a" },
      { type: "function_call_output", call_id: "a", output: "x" },
      { type: "compaction", encrypted_content: "gAAA" },
      "odd",
    ];
    const log = logOf(
      codex,
      rollout(
        meta(),
        context(),
        says("user", "part 1"),
        says("assistant", "a long answer"),
        line("compacted", { message: "", replacement_history: history, window_number: 1 }),
        says("user", "part 2"),
      ),
    );
    expect(activePath(log)).toEqual([
      "user: part 1",
      "assistant: a long answer",
      "compaction",
      "user: part 2",
    ]);
    expect(lines(projected(log).messages)).toEqual([
      "user: part 1",
      "call a: {}",
      "result a: x",
      "user: part 2",
    ]);
    const entry = log.heads.map((head) => log.decode(head).entry).find((one) => isEntry(one, "compaction"));
    expect(entry).toMatchObject({ codex: { window_number: 1 } });
    expect(JSON.stringify(entry)).toContain("gAAA");
    expect(JSON.stringify(entry)).toContain("odd");
  });

  test("with a message only is its summary", () => {
    const log = logOf(
      codex,
      rollout(meta(), says("user", "one"), line("compacted", { message: "SUMMARY" }), says("user", "two")),
    );
    expect(lines(projected(log).messages)).toEqual([expect.stringContaining("SUMMARY"), "user: two"]);
  });
});
