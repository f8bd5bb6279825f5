import { describe, expect, it, test } from "vitest";
import { project } from "../../../src/projection/project.ts";
import { render } from "../../../src/projection/render.ts";
import type { PiMessage } from "../../../src/projection/targets/pi.ts";
import { type Body, call, failed, pathOf, result, system, turn, user } from "../build.ts";
import { answer } from "../every-kind.ts";

const messagesOf = (...bodies: Body[]): PiMessage[] =>
  render.pi(project(pathOf(...bodies)), { model: "m" }).messages;

describe("a turn of the model", () => {
  it("says who made it, when, and what it cost", () => {
    const { message } = answer("openai-responses", "Hi.") as unknown as { message: object };
    const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 5, cacheWriteTokens: 1, cost: 0.5 };
    expect(messagesOf(user("go"), { type: "message", message: { ...message, usage } })[1]).toEqual({
      role: "assistant",
      content: [{ type: "text", text: "Hi." }],
      api: "openai-responses",
      provider: "p",
      model: "m",
      usage: {
        input: 10,
        output: 2,
        cacheRead: 5,
        cacheWrite: 1,
        totalTokens: 18,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.5 },
      },
      stopReason: "stop",
      timestamp: Date.UTC(2026, 0, 1, 10, 1),
    });
  });

  it("has all that pi needs where the log does not say it", () => {
    expect(messagesOf(user("go"), turn("Hi."))[1]).toMatchObject({
      api: "unknown",
      provider: "unknown",
      model: "unknown",
      usage: { totalTokens: 0 },
    });
  });

  test.each([
    { name: "that failed", body: failed("error", "So f"), stopReason: "stop" },
    { name: "that was aborted", body: failed("aborted", "So f"), stopReason: "stop" },
    { name: "that was aborted behind a call", body: failed("aborted", call("a")), stopReason: "toolUse" },
    { name: "that calls", body: turn(call("a")), stopReason: "toolUse" },
  ])("$name does not look failed, as pi would leave it out", ({ body, stopReason }) => {
    expect(messagesOf(user("go"), body)[1]).toMatchObject({ role: "assistant", stopReason });
  });

  test.each([
    { api: "google-generative-ai", signature: "c2ln", kept: true },
    { api: "google-generative-ai", signature: "not base64!", kept: false },
    { api: "openai-responses", signature: JSON.stringify({ v: 1, id: "msg_1" }), kept: true },
    { api: "openai-responses", signature: JSON.stringify({ v: 1, id: "" }), kept: false },
    { api: "anthropic-messages", signature: "c2ln", kept: false },
  ])("of $api with a text signed $signature: kept $kept", ({ api, signature, kept }) => {
    const signed = { type: "text", text: "Hi.", signature };
    const text = { type: "text", text: "Hi." };
    const expected = kept ? { ...text, textSignature: signature } : text;
    expect(messagesOf(user("go"), answer(api, signed))[1]!.content).toEqual([expected]);
  });
});

it("keeps system messages in their place, the host's at the start", () => {
  const path = pathOf(system("You help."), user("go"), system("Be kind."), turn("Hi."));
  const { messages } = render.pi(project(path), { system: "Be brief." });
  expect(messages.map(({ role, content }) => (role === "system" ? content : role))).toEqual([
    "Be brief.\n\nYou help.",
    "user",
    "Be kind.",
    "assistant",
    "user",
  ]);
});

it("names the tool of a result, and whether it is an error", () => {
  expect(messagesOf(user("go"), turn(call("a")), result("a", "no", { isError: true }))[2]).toMatchObject({
    role: "toolResult",
    toolCallId: "a",
    toolName: "bash",
    isError: true,
  });
});
