import type { JsonObject } from "../format/json.ts";
import type { Usage } from "../format/messages.ts";
import { readAiSdk } from "./apis/ai-sdk.ts";
import { readAnthropic, readTokens } from "./apis/anthropic.ts";
import { readBedrock } from "./apis/bedrock.ts";
import { readGemini } from "./apis/gemini.ts";
import { readOpenaiChat } from "./apis/openai-chat.ts";
import { readOpenaiResponses } from "./apis/openai-responses.ts";
import { part, parts } from "./raw-fields.ts";

/** The APIs whose usage can be read. */
export type UsageApi = "anthropic" | "openai-chat" | "openai-responses" | "gemini" | "bedrock" | "ai-sdk";

const READERS: Readonly<Record<UsageApi, (usage: JsonObject) => Usage>> = {
  anthropic: readAnthropic,
  "openai-chat": readOpenaiChat,
  "openai-responses": readOpenaiResponses,
  gemini: readGemini,
  bedrock: readBedrock,
  "ai-sdk": readAiSdk,
};

/**
 * The usage of a response, from the object in which its API tells it, in the format's own terms: input parts that do
 * not overlap, reasoning as a part of the output, and the cost only if the API says what it billed. Never throws: what
 * is missing or odd stays unknown.
 */
export function readUsage(api: UsageApi, raw: unknown): Usage {
  // Hosts in JavaScript may name an API that there is not.
  return Object.hasOwn(READERS, api) ? READERS[api](part(raw)) : {};
}

/** What another model used for a response. */
export interface AdvisorUsage {
  /** The model, if the API names it. */
  readonly model: string | undefined;
  readonly usage: Usage;
}

/**
 * What advisers used for an Anthropic response (`iterations` of type `advisor_message`): they are other models with
 * prices of their own, and no part of `readUsage`. Append each as a `usage` entry.
 */
export function readAdvisorUsage(raw: unknown): AdvisorUsage[] {
  return parts(part(raw)["iterations"])
    .filter(({ type }) => type === "advisor_message")
    .map((step) => {
      const { model } = step;
      return { model: typeof model === "string" ? model : undefined, usage: readTokens(step) };
    });
}
