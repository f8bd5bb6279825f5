import { checkAiSdk } from "./check-ai-sdk.ts";
import { checkAnthropic } from "./check-anthropic.ts";
import { checkBedrock } from "./check-bedrock.ts";
import { checkGemini } from "./check-gemini.ts";
import { checkOpenAIChat } from "./check-openai-chat.ts";
import { checkOpenAIResponses } from "./check-openai-responses.ts";
import { checkPi } from "./check-pi.ts";

export { checkAiSdk } from "./check-ai-sdk.ts";
export { type AnthropicCheckOptions, checkAnthropic } from "./check-anthropic.ts";
export { type BedrockCheckOptions, checkBedrock } from "./check-bedrock.ts";
export { checkGemini, type GeminiCheckOptions } from "./check-gemini.ts";
export { checkOpenAIChat, type OpenAIChatCheckOptions } from "./check-openai-chat.ts";
export { checkOpenAIResponses } from "./check-openai-responses.ts";
export { checkPi } from "./check-pi.ts";
export { engineChecks, refusalChecks } from "./engine/engine-checks.ts";
export type { EngineCheck, EngineCheckOptions, FailingEngine, TestedEngine } from "./engine/tested-engine.ts";
export type { ChatFlavor } from "./openai-chat-shape.ts";
export type { Violation, ViolationLevel } from "./violation.ts";

/** The checks of request histories by their target. Each takes a request, throws nothing, and says what is wrong. */
export const checks = {
  anthropic: checkAnthropic,
  "openai-chat": checkOpenAIChat,
  "openai-responses": checkOpenAIResponses,
  gemini: checkGemini,
  bedrock: checkBedrock,
  "ai-sdk": checkAiSdk,
  pi: checkPi,
} as const;
