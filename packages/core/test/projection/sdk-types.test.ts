import type Anthropic from "@anthropic-ai/sdk";
import type { ConverseCommandInput } from "@aws-sdk/client-bedrock-runtime";
import type { Context } from "@earendil-works/pi-ai";
import type { GenerateContentParameters } from "@google/genai";
import type { ModelMessage } from "ai";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { project } from "../../src/projection/project.ts";
import { render } from "../../src/projection/render.ts";
import { everyKind } from "./every-kind.ts";

/** The type check of this file is the test: what is rendered fits what the real SDKs take, field by field. */
describe("a rendering fits its SDK", () => {
  const projection = project(everyKind());

  it("anthropic", () => {
    const body = render.anthropic(projection, { system: "Be brief." });
    const request: Anthropic.MessageCreateParams = { model: "m", max_tokens: 1, ...body };
    expect(request.messages).not.toEqual([]);
  });

  it("openai-chat", () => {
    const request: Pick<OpenAI.ChatCompletionCreateParams, "messages"> = render.openaiChat(projection);
    expect(request.messages).not.toEqual([]);
  });

  it("openai-responses", () => {
    const request: Pick<OpenAI.Responses.ResponseCreateParams, "input" | "instructions"> =
      render.openaiResponses(projection);
    expect(request.input).not.toEqual([]);
  });

  it("gemini", () => {
    const { contents, systemInstruction } = render.gemini(projection, { system: "Be brief." });
    const request: Pick<GenerateContentParameters, "contents" | "config"> = {
      contents,
      config: { systemInstruction: systemInstruction! },
    };
    expect(request.contents).not.toEqual([]);
  });

  it("bedrock", () => {
    const body = render.bedrock(projection, { system: "Be brief." });
    const request: ConverseCommandInput = { modelId: "m", ...body };
    expect(request.messages).not.toEqual([]);
  });

  it("ai-sdk", () => {
    const messages: ModelMessage[] = render.aiSdk(projection).messages;
    expect(messages).not.toEqual([]);
  });

  it("pi", () => {
    const { messages }: Pick<Context, "messages"> = render.pi(projection);
    expect(messages).not.toEqual([]);
  });
});
