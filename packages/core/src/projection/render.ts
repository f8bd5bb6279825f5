import { aiSdk } from "./targets/ai-sdk.ts";
import { anthropic } from "./targets/anthropic.ts";
import { bedrock } from "./targets/bedrock.ts";
import { gemini } from "./targets/gemini.ts";
import { openaiChat } from "./targets/openai-chat.ts";
import { openaiResponses } from "./targets/openai-responses.ts";
import { pi } from "./targets/pi.ts";

/**
 * Renders a projection as the history of a request to an API: a history that the API accepts, whatever the log holds.
 * Pure. A rendering through a turn of the model stays the start of every later one, unless a compaction, an edit or a
 * system message comes behind it.
 */
export const render = { anthropic, openaiChat, openaiResponses, gemini, bedrock, aiSdk, pi } as const;
