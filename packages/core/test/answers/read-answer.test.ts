import type Anthropic from "@anthropic-ai/sdk";
import type { ConverseCommandOutput } from "@aws-sdk/client-bedrock-runtime";
import { FinishReason, type GenerateContentResponse } from "@google/genai";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { readAnswer, type AnswerApi } from "../../src/answers/read-answer.ts";
import { validateEntry } from "../../src/format/validate.ts";
import { project } from "../../src/projection/project.ts";
import { render } from "../../src/projection/render.ts";
import { pathOf, result, user } from "../projection/build.ts";

type Deep<T> = T extends (infer Item)[]
  ? Deep<Item>[]
  : T extends object
    ? { [K in keyof T]?: Deep<T[K]> }
    : T;

/** `satisfies` minds what an SDK's class computes. */
type Candidates = Pick<GenerateContentResponse, "responseId" | "candidates" | "usageMetadata">;

const input = { command: "ls" };

const message = {
  id: "msg_1",
  content: [
    { type: "thinking", thinking: "hm", signature: "c2ln" },
    { type: "redacted_thinking", data: "eA==" },
    { type: "text", text: "I look.", citations: null },
    { type: "tool_use", id: "x", name: "bash", input },
  ],
  stop_reason: "tool_use",
  usage: { input_tokens: 3, output_tokens: 4 },
} satisfies Deep<Anthropic.Message>;

const completion = {
  id: "chatcmpl-1",
  choices: [
    {
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: "I look.",
        refusal: null,
        tool_calls: [
          { id: "x", type: "function", function: { name: "bash", arguments: JSON.stringify(input) } },
        ],
      },
    },
  ],
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
} satisfies Deep<OpenAI.ChatCompletion>;

const reasoning = {
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text: "hm" }],
  encrypted_content: "secret",
} satisfies OpenAI.Responses.ResponseReasoningItem;

const response = {
  id: "resp_1",
  status: "completed",
  output: [
    reasoning,
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      phase: "commentary",
      content: [{ type: "output_text", text: "I look.", annotations: [] }],
    },
    { type: "function_call", id: "fc_1", call_id: "x", name: "bash", arguments: JSON.stringify(input) },
  ],
  usage: { input_tokens: 3, output_tokens: 4 },
} satisfies Deep<OpenAI.Responses.Response>;

const generated = {
  responseId: "r1",
  candidates: [
    {
      content: {
        role: "model",
        parts: [
          { text: "hm", thought: true },
          { text: "I look." },
          { functionCall: { id: "x", name: "bash", args: input }, thoughtSignature: "c2ln" },
        ],
      },
      finishReason: FinishReason.STOP,
    },
  ],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 },
} satisfies Deep<Candidates>;

const conversed = {
  $metadata: { requestId: "q1" },
  output: {
    message: {
      role: "assistant",
      content: [
        { reasoningContent: { reasoningText: { text: "hm", signature: "c2ln" } } },
        { text: "I look." },
        { toolUse: { toolUseId: "x", name: "bash", input } },
      ],
    },
  },
  stopReason: "tool_use",
  usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
} satisfies Deep<ConverseCommandOutput>;

const SAMPLES: [AnswerApi, object][] = [
  ["anthropic", message],
  ["openai-chat", completion],
  ["openai-responses", response],
  ["gemini", generated],
  ["bedrock", conversed],
];

const made = { provider: "p", model: "claude-m" };

describe.each(SAMPLES)("an answer of %s", (api, answer) => {
  it("becomes a message that can be appended", () => {
    const read = readAnswer(api, answer, made);
    const entry = {
      type: "message",
      id: "a",
      parentId: null,
      timestamp: "2026-01-01T10:00:00.000Z",
      message: read,
    };
    expect(validateEntry(entry)).toEqual([]);
    expect(read).toMatchObject({
      ...made,
      api,
      stopReason: "toolUse",
      usage: { inputTokens: 3, outputTokens: 4 },
    });
    expect(read.content.at(-1)).toMatchObject({ type: "toolCall", id: "x", name: "bash", input });
  });

  it("is no error when it is odd", () => {
    for (const odd of [
      null,
      5,
      [],
      {},
      { content: 5 },
      { choices: [null] },
      { output: [{}] },
      { candidates: {} },
    ])
      expect(readAnswer(api, odd, made)).toMatchObject({ role: "assistant", content: expect.any(Array) });
  });
});

describe("what was read is rendered as it came", () => {
  const back = (api: AnswerApi, answer: object) =>
    project(
      pathOf(user("go"), { type: "message", message: readAnswer(api, answer, made) }, result("x", "ok")),
    );

  it("anthropic", () => {
    const [text, ...rest] = message.content.slice(2);
    expect(render.anthropic(back("anthropic", message)).messages[1]?.content).toEqual([
      ...message.content.slice(0, 2),
      { type: "text", text: (text as { text: string }).text },
      ...rest,
    ]);
  });

  it("openai-chat", () => {
    const { content, tool_calls } = completion.choices[0]!.message;
    expect(render.openaiChat(back("openai-chat", completion)).messages[1]).toEqual({
      role: "assistant",
      content,
      tool_calls,
    });
  });

  it("openai-responses", () => {
    expect(render.openaiResponses(back("openai-responses", response)).input.slice(1, 4)).toEqual([
      reasoning,
      { type: "message", role: "assistant", content: "I look.", phase: "commentary" },
      { type: "function_call", call_id: "x", name: "bash", arguments: JSON.stringify(input) },
    ]);
  });

  it("gemini, without the summary of its thoughts", () => {
    expect(render.gemini(back("gemini", generated)).contents[1]?.parts).toEqual(
      generated.candidates[0]!.content.parts.slice(1),
    );
  });

  it("bedrock", () => {
    expect(render.bedrock(back("bedrock", conversed)).messages[1]?.content).toEqual(
      conversed.output.message.content,
    );
  });
});

describe("stop reasons", () => {
  it.each<[AnswerApi, object, string]>([
    ["anthropic", { stop_reason: "end_turn" }, "stop"],
    ["anthropic", { stop_reason: "max_tokens" }, "length"],
    ["openai-chat", { choices: [{ finish_reason: "length" }] }, "length"],
    ["openai-responses", { status: "incomplete" }, "length"],
    ["openai-responses", { status: "failed", error: { message: "no" } }, "error"],
    ["gemini", { candidates: [{ finishReason: "MAX_TOKENS" }] }, "length"],
    ["gemini", { candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL" }] }, "error"],
    ["bedrock", { stopReason: "max_tokens" }, "length"],
  ])("%s %j: %s", (api, answer, stopReason) => {
    expect(readAnswer(api, answer, made).stopReason).toBe(stopReason);
  });
});

it("a call of Gemini without an id gets one from its response and place", () => {
  const parts = [{ functionCall: { name: "a" } }, { functionCall: { name: "b", args: { n: 1 } } }];
  const answer = { responseId: "r", candidates: [{ content: { parts } }] };
  expect(readAnswer("gemini", answer, made).content).toEqual([
    { type: "toolCall", id: "r-0", name: "a", input: {} },
    { type: "toolCall", id: "r-1", name: "b", input: { n: 1 } },
  ]);
});

it("arguments that are no JSON stay as they came", () => {
  const call = { id: "x", function: { name: "bash", arguments: '{"a":' } };
  const answer = { choices: [{ message: { tool_calls: [call] } }] };
  expect(readAnswer("openai-chat", answer, made).content).toEqual([
    { type: "toolCall", id: "x", name: "bash", input: '{"a":' },
  ]);
});
