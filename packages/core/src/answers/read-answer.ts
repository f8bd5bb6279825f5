import { isJsonObject, type JsonObject } from "../format/json.ts";
import type { AssistantMessage, Block } from "../format/messages.ts";
import { readUsage } from "../usage/read-usage.ts";
import type { AnswerParts } from "./answer-parts.ts";
import { anthropicAnswer } from "./apis/anthropic.ts";
import { bedrockAnswer } from "./apis/bedrock.ts";
import { geminiAnswer } from "./apis/gemini.ts";
import { openaiChatAnswer } from "./apis/openai-chat.ts";
import { openaiResponsesAnswer } from "./apis/openai-responses.ts";

/** The APIs whose answers can be read. */
export type AnswerApi = "anthropic" | "openai-chat" | "openai-responses" | "gemini" | "bedrock";

const READERS: Readonly<Record<AnswerApi, (response: JsonObject) => AnswerParts>> = {
  anthropic: anthropicAnswer,
  "openai-chat": openaiChatAnswer,
  "openai-responses": openaiResponsesAnswer,
  gemini: geminiAnswer,
  bedrock: bedrockAnswer,
};

/** Who answered. */
export interface AnswerSource {
  readonly provider: string;
  /** The model as it was asked for, which is what `render` compares: not what the response calls it. */
  readonly model: string;
}

/** A model's message, its content as blocks. */
export type Answer = AssistantMessage & { content: Block[] };

/**
 * The message to append for an API's whole, unstreamed response: the way back from `render`. Signatures are kept where
 * `render` finds them again. Never throws; blocks that the format does not know are carried, and stay out of what a
 * model gets. What was left when a stream broke off is the host's to append, with `stopReason: "aborted"`.
 */
export function readAnswer(api: AnswerApi, response: unknown, { provider, model }: AnswerSource): Answer {
  const { content, usage, ...told } = READERS[api](isJsonObject(response) ? response : {});
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  return { role: "assistant", content, provider, api, model, ...known, usage: readUsage(api, usage) };
}
