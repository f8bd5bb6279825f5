import type { AssistantMessage, ThinkingBlock } from "../../format/messages.ts";
import { type ApiFamily, familyOf } from "./api-families.ts";
import { isBase64 } from "./base64.ts";
import { isSigned } from "./profile.ts";
import { messageItemId, reasoningItem } from "./responses-signatures.ts";

/** pi's own names: it takes signatures back only from a message whose `api` it knows. */
const API_NAMES: Readonly<Record<ApiFamily, string>> = {
  anthropic: "anthropic-messages",
  "openai-chat": "openai-completions",
  "openai-responses": "openai-responses",
  gemini: "google-generative-ai",
  bedrock: "bedrock-converse-stream",
};

/** The `api` of a message as pi calls it. */
export function piApi(api: string | undefined): string {
  const family = familyOf(api, undefined);
  // Only the targets' own names are not pi's.
  return family !== undefined && (api === family || api === undefined)
    ? API_NAMES[family]
    : (api ?? "unknown");
}

/** Which signatures pi can send back: what it takes for one depends on the API that made it. */
export class PiSignatures {
  /** Of items of OpenAI Responses, which may stand in a request only once. */
  readonly #itemIds = new Set<string>();

  readonly isSound = (block: ThinkingBlock, { api, provider }: AssistantMessage): boolean => {
    const family = familyOf(api, provider);
    if (family === "openai-responses") return this.#isNew(reasoningItem(block.signature)?.id);
    if (family === "gemini") return isBase64(block.signature);
    return isSigned(block);
  };

  /** The signature of a text or call, if it can be sent back. */
  of(signature: string | undefined, { api, provider }: AssistantMessage): string | undefined {
    const family = familyOf(api, provider);
    if (family === "gemini") return isBase64(signature) ? signature : undefined;
    return family === "openai-responses" && this.#isNew(messageItemId(signature)) ? signature : undefined;
  }

  #isNew(itemId: string | undefined): boolean {
    if (itemId === undefined || this.#itemIds.has(itemId)) return false;
    this.#itemIds.add(itemId);
    return true;
  }
}
