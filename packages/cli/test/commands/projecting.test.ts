import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { idOf } from "../support/entries.ts";
import { branched } from "../support/branched.ts";

test("project: what a model gets, at an entry too", async () => {
  const { workspace } = await branched();
  const { value, exitCode } = await workspace.json("project");
  expect(exitCode).toBe(0);
  expect(Object.keys(value).join(" ")).toBe(
    "session leaf model thinkingLevel messages provenance repairs hints queue",
  );
  expect(value).toMatchObject({ session: "branched", leaf: idOf(9), model: { provider: "anthropic" } });
  const early = await workspace.json("project branched --at ~1");
  expect(early.value.leaf).toBe(idOf(5));
  expect((await workspace.json("project branched@~1")).value).toEqual(early.value);
});

test.each([
  ["anthropic", "messages"],
  ["openai-chat", "messages"],
  ["openai-responses", "input"],
  ["gemini", "contents"],
  ["bedrock", "messages"],
  ["ai-sdk", "messages"],
  ["pi", "messages"],
])("project --target %s: the fields of a request", async (target, field) => {
  const { workspace } = await branched();
  const { value, exitCode } = await workspace.json(`project --target ${target}`);
  expect(exitCode).toBe(0);
  expect(Array.isArray((value as Record<string, unknown>)[field])).toBe(true);
});

test("project: a target that nobody knows", async () => {
  const { workspace } = await branched();
  expect(await workspace.run("project --target ollama")).toMatchInlineSnapshot(`
    "! error: no target "ollama"
    ! hint: Known: neutral, anthropic, openai-chat, openai-responses, gemini, bedrock, ai-sdk, pi
    exit 2"
  `);
});

test("project --explain: what is sent of each entry, left out and repaired", async () => {
  const { workspace } = await branched();
  await workspace.run("append", {
    stdin: [
      { type: "model_change", id: idOf(10), model: "claude-opus-4-5", provider: "anthropic" },
      { type: "message", id: idOf(11), message: { role: "user", content: "  " } },
      {
        type: "message",
        id: idOf(12),
        message: {
          role: "assistant",
          content: [{ type: "toolCall", id: "run:1", name: "bash", input: { command: "ls" } }],
        },
      },
    ]
      .map((line) => JSON.stringify(line))
      .join("\n"),
  });
  expect(await workspace.run("project --target openai-chat --explain")).toMatchInlineSnapshot(`
    "What openai-chat gets: 10 messages of history, about 117 tokens
    model claude-opus-4-5

      00000001  user          Fix the flaky tests
      00000002  assistant     I'll look at the runner first. bash(pnpm test) bash(cat runner.ts)
      00000003  toolResult    1 failed runner.test.ts
      00000004  toolResult    line one line two line three
      00000005  assistant     The timer leaks.
      00000008  user          Use a clock argument
    ~ 00000009  assistant     Done. All tests pass.
        continue-inserted: the user has to speak here
    - 00000010  model_change  anthropic/claude-opus-4-5  (sets the state)
    - 00000011  user            (nothing of it can be sent)
        turn-dropped: a blank message was left out
    ~ 00000012  assistant     bash(ls)
        result-synthesized: the call run:1 of bash has no result
        call-id-changed: run:1 is sent as run_1_99642955

    exit 0"
  `);
  const { value } = await workspace.json("project --target openai-chat --explain");
  expect(value).toMatchObject({ target: "openai-chat", hints: [] });
});

test.each([
  { type: "message" },
  { type: "message", message: null },
  { type: "message", message: { role: "user", content: 5 } },
  { type: "message", message: { role: "assistant", content: [null, { type: "text" }] } },
  { type: "compaction", summary: 5 },
  { type: "branch_summary", summary: {} },
  { type: "custom_message", content: 5 },
  { type: "queue", operation: [] },
  { type: "context_edit", replacement: 5 },
  { type: "model_change", model: 5 },
])("project --explain of a broken body: %j", async (body) => {
  const { workspace, file } = await branched();
  const envelope = { id: idOf(10), parentId: idOf(9), timestamp: "2026-01-02T11:00:00.000Z" };
  appendFileSync(file, `${JSON.stringify({ ...envelope, ...body })}\n`);
  expect(await workspace.run("project --explain")).toMatch(/- 00000010 .*\(its body is broken\)\n.*bad-body/);
});

test("project --explain: what a compaction stands for is told in one line", async () => {
  const { workspace } = await branched();
  await workspace.run("append", {
    stdin: JSON.stringify({
      type: "compaction",
      id: idOf(10),
      summary: "All was tried.",
      firstKeptEntryId: null,
    }),
  });
  expect(await workspace.run("project --explain")).toMatchInlineSnapshot(`
    "What neutral gets: 1 message of history, about 40 tokens
    model claude-opus-4-5

    - 7 entries  (the summary of a compaction stands for it)
      00000010  compaction  All was tried.  (sent first, in place of what it replaces)

    exit 0"
  `);
});
