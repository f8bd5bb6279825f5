import { isJsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { tokenTotal } from "../../usage/token-total.ts";
import { readUsage } from "../../usage/read-usage.ts";

/** The tokens of a response as a chat has them, with what is not ours in `gemini`; undefined if it tells none. */
export function readTokens(tokens: unknown): Usage | undefined {
  if (!isJsonObject(tokens)) return undefined;
  const { input, output, cached, thoughts, tool, ...rest } = tokens;
  const usage = readUsage("gemini", {
    promptTokenCount: input,
    candidatesTokenCount: output,
    cachedContentTokenCount: cached,
    thoughtsTokenCount: thoughts,
    toolUsePromptTokenCount: tool,
  });
  if (tokenTotal(usage) === 0) return undefined;
  return Object.keys(rest).length === 0 ? usage : { ...usage, gemini: rest };
}
