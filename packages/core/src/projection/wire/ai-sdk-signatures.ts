import type { AssistantMessage, ThinkingBlock } from "../../format/messages.ts";
import { familyOf } from "./api-families.ts";
import { isSigned } from "./profile.ts";
import { phaseOf, reasoningItem } from "./responses-signatures.ts";

export type ProviderOptions = Record<string, Record<string, string>>;

/** What a provider of the AI SDK wants back with a thinking block; undefined: it would leave the block out. */
export function reasoningOptions(
  block: ThinkingBlock,
  { api, provider }: AssistantMessage,
): ProviderOptions | undefined {
  if (!isSigned(block)) return undefined;
  const signature = block.signature!;
  switch (familyOf(api, provider)) {
    case "anthropic":
      return { anthropic: block.redacted === true ? { redactedData: signature } : { signature } };
    case "bedrock":
      return { bedrock: block.redacted === true ? { redactedData: signature } : { signature } };
    case "gemini":
      return { google: { thoughtSignature: signature } };
    case "openai-responses": {
      const item = reasoningItem(signature);
      return item && { openai: { itemId: item.id, reasoningEncryptedContent: item.encrypted_content } };
    }
    case "openai-chat":
    case undefined:
      return undefined;
  }
}

/** What a provider of the AI SDK wants back with a signed text or call. */
export function signatureOptions(
  signature: string | undefined,
  { api, provider }: AssistantMessage,
): ProviderOptions | undefined {
  if (signature === undefined || signature === "") return undefined;
  const family = familyOf(api, provider);
  if (family === "gemini") return { google: { thoughtSignature: signature } };
  const phase = family === "openai-responses" ? phaseOf(signature) : undefined;
  return phase && { openai: { phase } };
}
