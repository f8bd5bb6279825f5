import type Anthropic from "@anthropic-ai/sdk";
import type { TokenUsage } from "@aws-sdk/client-bedrock-runtime";
import type { GenerateContentResponseUsageMetadata } from "@google/genai";
import type { LanguageModelUsage } from "ai";
import type OpenAI from "openai";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateEntry } from "../../src/format/validate.ts";
import { tokenTotal } from "../../src/usage/token-total.ts";
import { readAdvisorUsage, readUsage, type UsageApi } from "../../src/usage/read-usage.ts";

type AnthropicUsage = Partial<Anthropic.Beta.BetaUsage>;
type ChatUsage = OpenAI.CompletionUsage;
type ResponsesUsage = Partial<OpenAI.Responses.ResponseUsage>;
type GeminiUsage = Partial<GenerateContentResponseUsageMetadata>;

const step = { cache_creation: null, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
const opus = "claude-opus-4-6";

describe("anthropic", () => {
  test("input is without the cache already; writes are told apart by how long they are kept", () => {
    const usage = {
      input_tokens: 10,
      output_tokens: 50,
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 300,
      cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
      output_tokens_details: { thinking_tokens: 20 },
    } satisfies AnthropicUsage;
    expect(readUsage("anthropic", usage)).toEqual({
      inputTokens: 10,
      outputTokens: 50,
      cacheReadTokens: 1000,
      cacheWriteTokens: 300,
      cacheWrite1hTokens: 200,
      reasoningTokens: 20,
    });
  });

  test("null says nothing", () => {
    const usage = {
      input_tokens: 3,
      output_tokens: 4,
      cache_read_input_tokens: null,
      cache_creation_input_tokens: null,
      cache_creation: null,
      iterations: null,
    } satisfies AnthropicUsage;
    expect(readUsage("anthropic", usage)).toEqual({ inputTokens: 3, outputTokens: 4 });
  });

  test("a compaction on the way counts; the context is that of the last step; an adviser is another model", () => {
    const usage = {
      input_tokens: 5000,
      output_tokens: 900,
      iterations: [
        { ...step, type: "compaction", input_tokens: 180_000, output_tokens: 3500 },
        { ...step, type: "message", model: opus, input_tokens: 2000, output_tokens: 400 },
        { ...step, type: "advisor_message", model: "claude-adviser", input_tokens: 700, output_tokens: 30 },
        { ...step, type: "message", model: opus, input_tokens: 3000, output_tokens: 500 },
      ],
    } satisfies AnthropicUsage;
    expect(readUsage("anthropic", usage)).toEqual({
      inputTokens: 185_000,
      outputTokens: 4400,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      contextTokens: 3500,
    });
    expect(readAdvisorUsage(usage)).toEqual([
      {
        model: "claude-adviser",
        usage: { inputTokens: 700, outputTokens: 30, cacheReadTokens: 0, cacheWriteTokens: 0 },
      },
    ]);
  });

  test("a fallback's turn is at the top level", () => {
    const usage = {
      input_tokens: 100,
      output_tokens: 40,
      iterations: [
        { ...step, type: "message", model: opus, input_tokens: 90, output_tokens: 0 },
        {
          ...step,
          type: "fallback_message",
          model: "claude-sonnet-4-6",
          input_tokens: 100,
          output_tokens: 40,
        },
      ],
    } satisfies AnthropicUsage;
    expect(readUsage("anthropic", usage)).toEqual({ inputTokens: 100, outputTokens: 40, contextTokens: 140 });
  });
});

describe("openai-chat", () => {
  const openai = {
    prompt_tokens: 1000,
    completion_tokens: 200,
    total_tokens: 1200,
    prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
    completion_tokens_details: { reasoning_tokens: 150 },
  } satisfies ChatUsage;
  const read = {
    inputTokens: 300,
    outputTokens: 200,
    cacheReadTokens: 600,
    cacheWriteTokens: 100,
    reasoningTokens: 150,
  };

  test("the cached parts are a part of the prompt, reasoning is one of the completion", () => {
    expect(readUsage("openai-chat", openai)).toEqual(read);
  });

  test("OpenRouter says what it billed; with the caller's own key the provider's bill comes on top", () => {
    const billed = { ...openai, cost: 0.01, is_byok: false, cost_details: { upstream_inference_cost: null } };
    expect(readUsage("openai-chat", billed)).toEqual({ ...read, cost: 0.01 });
    const byok = { ...openai, cost: 0.25, is_byok: true };
    expect(readUsage("openai-chat", byok)).toEqual(read);
    const upstream = { ...byok, cost_details: { upstream_inference_cost: 0.5 } };
    expect(readUsage("openai-chat", upstream)).toEqual({ ...read, cost: 0.75 });
    const parts = {
      upstream_inference_cost: null,
      upstream_inference_prompt_cost: 0.25,
      upstream_inference_completions_cost: 0.125,
    };
    expect(readUsage("openai-chat", { ...byok, cost_details: parts })).toEqual({ ...read, cost: 0.625 });
  });

  test.each([
    [
      "DeepSeek",
      { prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 },
      { inputTokens: 36, outputTokens: 5, cacheReadTokens: 64 },
    ],
    [
      "Kimi",
      { prompt_tokens: 100, completion_tokens: 5, cached_tokens: 80 },
      { inputTokens: 20, outputTokens: 5, cacheReadTokens: 80 },
    ],
    [
      "reasoning at the top level",
      { prompt_tokens: 100, completion_tokens: 50, reasoning_tokens: 40, total_tokens: 150 },
      { inputTokens: 100, outputTokens: 50, reasoningTokens: 40 },
    ],
    [
      "xAI, whose completion is without reasoning",
      {
        prompt_tokens: 100,
        completion_tokens: 10,
        total_tokens: 150,
        completion_tokens_details: { reasoning_tokens: 40 },
      },
      { inputTokens: 100, outputTokens: 50, reasoningTokens: 40 },
    ],
    [
      "more cached than there was",
      { prompt_tokens: 10, completion_tokens: 1, cached_tokens: 12 },
      { inputTokens: 0, outputTokens: 1, cacheReadTokens: 12 },
    ],
  ])("%s", (_who, raw, usage) => {
    expect(readUsage("openai-chat", raw)).toEqual(usage);
  });
});

test("openai-responses", () => {
  const usage = {
    input_tokens: 1000,
    input_tokens_details: {
      cached_tokens: 700,
      cache_write_tokens: 200,
      cache_write_tokens_details: { ttl_30m_tokens: 200, ttl_12h_tokens: 0 },
    },
    output_tokens: 80,
    output_tokens_details: { reasoning_tokens: 64 },
    total_tokens: 1080,
  } satisfies ResponsesUsage;
  expect(readUsage("openai-responses", usage)).toEqual({
    inputTokens: 100,
    outputTokens: 80,
    cacheReadTokens: 700,
    cacheWriteTokens: 200,
    reasoningTokens: 64,
  });
  const byok = {
    cost: 0.25,
    is_byok: true,
    cost_details: { upstream_inference_input_cost: 0.5, upstream_inference_output_cost: 1 },
  };
  expect(readUsage("openai-responses", byok)).toEqual({ cost: 1.75 });
});

test("gemini: thoughts are output, and what tools brought is input", () => {
  const usage = {
    promptTokenCount: 1000,
    cachedContentTokenCount: 600,
    toolUsePromptTokenCount: 50,
    candidatesTokenCount: 30,
    thoughtsTokenCount: 200,
    totalTokenCount: 1280,
  } satisfies GeminiUsage;
  const read = readUsage("gemini", usage);
  expect(read).toEqual({ inputTokens: 450, outputTokens: 230, cacheReadTokens: 600, reasoningTokens: 200 });
  expect(tokenTotal(read)).toBe(usage.totalTokenCount);
});

test("bedrock: input is without the cache already", () => {
  const usage = {
    inputTokens: 10,
    outputTokens: 20,
    totalTokens: 1330,
    cacheReadInputTokens: 1000,
    cacheWriteInputTokens: 300,
    cacheDetails: [
      { ttl: "1h", inputTokens: 100 },
      { ttl: "5m", inputTokens: 200 },
    ],
  } satisfies TokenUsage;
  const read = readUsage("bedrock", usage);
  expect(read).toEqual({
    inputTokens: 10,
    outputTokens: 20,
    cacheReadTokens: 1000,
    cacheWriteTokens: 300,
    cacheWrite1hTokens: 100,
  });
  expect(tokenTotal(read)).toBe(usage.totalTokens);
});

describe("ai-sdk", () => {
  const read = {
    inputTokens: 300,
    outputTokens: 90,
    cacheReadTokens: 600,
    cacheWriteTokens: 100,
    reasoningTokens: 70,
  };

  test("what a call gives", () => {
    const usage = {
      inputTokens: 1000,
      inputTokenDetails: { noCacheTokens: 300, cacheReadTokens: 600, cacheWriteTokens: 100 },
      outputTokens: 90,
      outputTokenDetails: { textTokens: 20, reasoningTokens: 70 },
      totalTokens: 1090,
      raw: { cost: 0.5 },
    } satisfies LanguageModelUsage;
    expect(readUsage("ai-sdk", usage)).toEqual({ ...read, cost: 0.5 });
  });

  test("what a provider gives", () => {
    const usage = {
      inputTokens: { total: 1000, noCache: undefined, cacheRead: 600, cacheWrite: 100 },
      outputTokens: { total: undefined, text: 20, reasoning: 70 },
    };
    expect(readUsage("ai-sdk", usage)).toEqual(read);
  });

  test("version 5", () => {
    const usage = { inputTokens: 1000, outputTokens: 90, cachedInputTokens: 600, reasoningTokens: 70 };
    expect(readUsage("ai-sdk", usage)).toEqual({
      inputTokens: 400,
      outputTokens: 90,
      cacheReadTokens: 600,
      reasoningTokens: 70,
    });
  });
});

const APIS: UsageApi[] = ["anthropic", "openai-chat", "openai-responses", "gemini", "bedrock", "ai-sdk"];

test.each(APIS)("%s: nothing known of nothing", (api) => {
  for (const raw of [undefined, null, "12", 12, [], {}]) expect(readUsage(api, raw)).toEqual({});
});

const KEYS = [
  ["input_tokens", "output_tokens", "prompt_tokens", "completion_tokens", "total_tokens", "cached_tokens"],
  ["cache_creation", "iterations", "type", "cost", "is_byok", "cost_details", "prompt_tokens_details"],
  ["input_tokens_details", "promptTokenCount", "thoughtsTokenCount", "inputTokens", "outputTokens", "total"],
  ["cacheDetails", "ttl", "inputTokenDetails", "raw", "reasoning_tokens", "cachedContentTokenCount"],
].flat();

const odd: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, "1", "compaction", "message", Number.NaN, Infinity, -1),
    fc.nat(),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie("value"), { maxKeys: 6 }),
  ),
})).value;

test("whatever an API sends, the log takes what is read of it", () => {
  fc.assert(
    fc.property(fc.constantFrom(...APIS), odd, (api, raw) => {
      const usage = readUsage(api, raw);
      const message = { role: "assistant", content: [], usage };
      const entry = { type: "message", id: "a", parentId: null, timestamp: "", message };
      expect(validateEntry(entry)).toEqual([]);
      readAdvisorUsage(raw);
    }),
    { numRuns: 2000 },
  );
});
