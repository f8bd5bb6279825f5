import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { totalUsage } from "../../src/usage/usage-total.ts";
import { responseUsage } from "../../src/usage/response-usage.ts";
import { Responses } from "../../src/usage/responses.ts";
import type { JsonObject } from "../../src/format/json.ts";
import {
  answers,
  bodyOf,
  bytesOf,
  call,
  calls,
  line,
  messageOf,
  note,
  read,
  readFile,
  result,
  says,
  SESSION,
  write,
} from "./claude-code-log.ts";

const pixel = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };

describe("blocks", () => {
  test.each<[what: string, block: unknown, ours: JsonObject]>([
    [
      "text",
      { type: "text", text: "x", citations: [1] },
      { type: "text", text: "x", claudeCode: { citations: [1] } },
    ],
    [
      "thinking",
      { type: "thinking", thinking: "", signature: "s" },
      { type: "thinking", thinking: "", signature: "s" },
    ],
    [
      "redacted thinking",
      { type: "redacted_thinking", data: "d" },
      { type: "thinking", thinking: "", redacted: true, signature: "d" },
    ],
    ["a call", call("t"), { type: "toolCall", id: "t", name: "Bash", input: { of: "t" } }],
    ["an image", pixel, { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" }],
    ["a kind of its own", { type: "server_tool_use", id: "s" }, { type: "server_tool_use", id: "s" }],
    [
      "an image elsewhere",
      { type: "image", source: { type: "url" } },
      { type: "claude-code:block", claudeCode: { type: "image", source: { type: "url" } } },
    ],
    ["a call without a name", { type: "tool_use", id: "t" }, { type: "tool_use", id: "t" }],
    [
      "a kind that is ours alone",
      { type: "blob", sha256: "x" },
      { type: "claude-code:block", claudeCode: { type: "blob", sha256: "x" } },
    ],
    ["no block", 7, { type: "claude-code:block", claudeCode: 7 }],
  ])("%s", (_what, block, ours) => {
    const { entries } = read(says("u", null), answers("a", "u", [block as object]));
    expect(messageOf(entries, "a")["content"]).toEqual([ours]);
  });
});

describe("an answer", () => {
  test("says what it is", () => {
    const message = { stop_reason: "max_tokens", service_tier: "standard" };
    const { entries } = read(says("u", null), {
      ...answers("a", "u", "x", message),
      requestId: "req",
      effort: "high",
    });
    expect(messageOf(entries, "a")).toMatchObject({
      provider: "anthropic",
      api: "anthropic-messages",
      model: "claude-sonnet-5",
      stopReason: "length",
      responseId: "msg_a",
      requestId: "req",
      usage: { inputTokens: 10, outputTokens: 20 },
      claudeCode: { service_tier: "standard" },
    });
    expect(bodyOf(entries, "a")["claudeCode"]).toMatchObject({
      effort: "high",
      parentUuid: "u",
      gitBranch: "main",
    });
  });

  test("is counted once, by its last line, however far its lines are apart", () => {
    const usage = (output_tokens: number) => ({ id: "m", usage: { input_tokens: 10, output_tokens } });
    const { entries } = read(
      says("u", null),
      answers("a1", "u", "one", usage(8)),
      answers("a2", "a1", [call("t")], usage(322)),
      result("r", "a2", "t"),
      answers("b", "r", "two"),
      answers("a3", "b", "late", usage(8)),
    );
    const responses = new Responses();
    for (const entry of entries) {
      const response = responseUsage(entry);
      if (response !== undefined) responses.take(response);
    }
    expect(totalUsage(responses, () => 0)).toMatchObject({
      responses: 2,
      inputTokens: 20,
      outputTokens: 342,
    });
  });

  test("of the agent's own is an error, and no word of the model's", () => {
    const error = {
      ...answers("a", "u", "API Error: 500", { model: "<synthetic>" }),
      isApiErrorMessage: true,
    };
    const { entries, context, leaf } = read(says("u", null), error);
    expect(messageOf(entries, "a")).toMatchObject({
      content: [],
      stopReason: "error",
      errorMessage: "API Error: 500",
    });
    expect(messageOf(entries, "a")).not.toHaveProperty("model");
    expect([context, leaf]).toEqual([["user: u"], "a"]);
  });

  test("that the agent made up is only noted", () => {
    const made = answers("a", "u", "No response requested.", { model: "<synthetic>" });
    const { entries, leaf } = read(says("u", null), made);
    expect([bodyOf(entries, "a")["type"], leaf]).toEqual(["custom", "u"]);
  });
});

describe("what a user's line says", () => {
  test("results are messages of their own, then what else it says", () => {
    const blocks = [
      { type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "x" }, pixel] },
      { type: "tool_result", tool_use_id: "t2", is_error: true },
      { type: "text", text: "stop" },
    ];
    const { entries, context, log } = read(
      says("u", null),
      calls("a", "u", "m", "t1", "t2"),
      says("r", "a", blocks, { toolUseResult: { stdout: "x" } }),
      answers("b", "r"),
    );
    expect(messageOf(entries, "r")).toMatchObject({
      toolCallId: "t1",
      toolName: "Bash",
      details: { stdout: "x" },
    });
    expect(messageOf(entries, entries[3]!.id)).toMatchObject({
      toolCallId: "t2",
      isError: true,
      content: [],
    });
    expect(context.slice(2)).toEqual([
      "toolResult: x",
      "toolResult: ",
      "user: stop",
      "assistant: b",
      "user: Continue.",
    ]);
    expect(log.tree.leaves()).toHaveLength(1);
  });

  test.each<[what: string, said: JsonObject, type: string, customType?: string]>([
    ["a person's words", says("u", null, "<b>bold</b>"), "message"],
    ["of a person, and said to be", says("u", null, "x", { origin: { kind: "human" } }), "message"],
    [
      "a command",
      says("u", null, "<command-name>/init</command-name>"),
      "custom_message",
      "claude-code:command",
    ],
    ["the shell's", says("u", null, "<bash-input>ls</bash-input>"), "custom_message", "claude-code:command"],
    [
      "a caveat",
      says("u", null, "Caveat: The messages below were…"),
      "custom_message",
      "claude-code:command",
    ],
    ["put there", says("u", null, "x", { isMeta: true }), "custom_message", "claude-code:injected"],
    ["a task's", says("u", null, "<task-notification>"), "custom_message", "claude-code:injected"],
    [
      "another agent's",
      says("u", null, "x", { origin: { kind: "peer" } }),
      "custom_message",
      "claude-code:injected",
    ],
    ["only shown", says("u", null, "x", { isVisibleInTranscriptOnly: true }), "custom", "claude-code:shown"],
  ])("%s", (_what, said, type, customType) => {
    expect(bodyOf(read(said).entries, "u")).toMatchObject({ type, ...(customType && { customType }) });
  });

  test.each<[what: string, odd: JsonObject, kept: object]>([
    [
      "a message that is no list of blocks",
      says("u", null, { 0: "T" }),
      { message: { content: { 0: "T" } } },
    ],
    [
      "another role",
      line("user", "u", null, { message: { role: "ghost", content: "x" } }),
      { message: { role: "ghost" } },
    ],
    [
      "a result's details without a result",
      says("u", null, "x", { toolUseResult: "y" }),
      { toolUseResult: "y" },
    ],
  ])("%s is kept", (_what, odd, kept) => {
    expect(bodyOf(read(odd).entries, "u")["claudeCode"]).toMatchObject(kept);
  });

  test("a large result is as the model saw it, and whole beside that", () => {
    const stored = {
      persistedOutputPath: `/home/other/.claude/projects/-work/${SESSION}/tool-results/t.txt`,
    };
    const elsewhere = { persistedOutputPath: "/x/tool-results/../../../../etc/passwd" };
    const file = write(
      bytesOf([
        says("u", null),
        calls("a", "u", "m", "t", "t2"),
        result("r", "a", "t", "<persisted-output>", { toolUseResult: stored }),
        result("r2", "r", "t2", "x", { toolUseResult: elsewhere }),
      ]),
    );
    const folder = join(dirname(file), SESSION, "tool-results");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "t.txt"), "all of it");
    const { entries, context, notices } = readFile(file);
    expect(context[2]).toBe("toolResult: <persisted-output>");
    expect(bodyOf(entries, "r")["claudeCode"]).toMatchObject({ persistedOutput: "all of it" });
    expect(bodyOf(entries, "r2")["claudeCode"]).not.toHaveProperty("persistedOutput");
    expect(notices).toHaveLength(1);
  });
});

describe("lines that we have no words for", () => {
  test.each<[customType: string, line: JsonObject]>([
    ["claude-code:system/turn_duration", line("system", "x", "u", { subtype: "turn_duration" })],
    [
      "claude-code:attachment/skill_listing",
      line("attachment", "x", "u", { attachment: { type: "skill_listing" } }),
    ],
    [
      "claude-code:attachment/queued_command",
      line("attachment", "x", "u", { attachment: { type: "queued_command" } }),
    ],
    ["claude-code:saved_hook_context", line("saved_hook_context", "x", "u", { content: ["c"] })],
    ["claude-code:user", line("user", "x", "u", { message: "a text" })],
    ["claude-code:hologram", line("hologram", "x", "u", { payload: { deep: [1] } })],
    ["claude-code:cost-state", note("cost-state", { uuid: "x", totalCostUSD: 1 })],
    ["claude-code:queue-operation", note("queue-operation", { uuid: "x", operation: "shuffle" })],
    ["claude-code:untyped", { uuid: "x", silly: "this" }],
  ])("%s", (customType, odd) => {
    const { entries, damage } = read(says("u", null), odd, answers("a", "u"));
    expect(bodyOf(entries, "x")).toEqual({ type: "custom", customType, data: odd });
    expect(entries.find(({ id }) => id === "a")).toMatchObject({ parentId: "x" });
    expect(damage).toEqual([]);
  });
});
