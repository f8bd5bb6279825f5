/** The APIs whose signatures are alike. */
export type ApiFamily = "anthropic" | "openai-chat" | "openai-responses" | "gemini" | "bedrock";

/** The names that a message's `api` may have: those of the targets, and those of pi. */
const BY_API = new Map<string, ApiFamily>([
  ["anthropic", "anthropic"],
  ["anthropic-messages", "anthropic"],
  ["openai-chat", "openai-chat"],
  ["openai-completions", "openai-chat"],
  ["openai-responses", "openai-responses"],
  ["azure-openai-responses", "openai-responses"],
  ["openai-codex-responses", "openai-responses"],
  ["gemini", "gemini"],
  ["google-generative-ai", "gemini"],
  ["google-vertex", "gemini"],
  ["bedrock", "bedrock"],
  ["bedrock-converse-stream", "bedrock"],
]);

/** Providers that have one API only. */
const BY_PROVIDER = new Map<string, ApiFamily>([
  ["anthropic", "anthropic"],
  ["google", "gemini"],
  ["google-vertex", "gemini"],
  ["amazon-bedrock", "bedrock"],
]);

/** The family of the API that made a message; undefined: not known. */
export function familyOf(api: string | undefined, provider: string | undefined): ApiFamily | undefined {
  return BY_API.get(api ?? "") ?? BY_PROVIDER.get(provider ?? "");
}
