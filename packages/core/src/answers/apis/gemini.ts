import type { JsonObject } from "../../format/json.ts";
import type { AssistantMessage, Block } from "../../format/messages.ts";
import { objectIn, objectsIn, textIn, type AnswerParts } from "../answer-parts.ts";

/** Why an answer is not whole; all other reasons end one that is. */
const STOP_REASONS = new Map<unknown, AssistantMessage["stopReason"]>([
  ["MAX_TOKENS", "length"],
  ["MALFORMED_FUNCTION_CALL", "error"],
  ["MALFORMED_RESPONSE", "error"],
  ["OTHER", "error"],
]);

/** A response of generateContent; of several candidates the first. */
export function geminiAnswer(response: JsonObject): AnswerParts {
  const candidate = objectsIn(response, "candidates")[0] ?? {};
  const responseId = textIn(response, "responseId");
  const parts = objectsIn(objectIn(candidate, "content"), "parts");
  const content = parts.map((part, index) => geminiBlock(part, `${responseId ?? "call"}-${index}`));
  const calls = content.some(({ type }) => type === "toolCall");
  return {
    content,
    stopReason: STOP_REASONS.get(candidate["finishReason"]) ?? (calls ? "toolUse" : "stop"),
    errorMessage: textIn(candidate, "finishMessage"),
    usage: response["usageMetadata"],
    responseId,
  };
}

/** A part of what a model or a person said. Before Gemini 3 calls have no ids: theirs is `ownId`, from its place. */
export function geminiBlock(part: JsonObject, ownId: string): Block {
  const signature = textIn(part, "thoughtSignature");
  const signed = signature === undefined ? {} : { signature };
  const { text } = part;
  if (typeof text === "string" && part["thought"] === true)
    return { type: "thinking", thinking: text, ...signed };
  if (typeof text === "string") return { type: "text", text, ...signed };
  if ("functionCall" in part) {
    const call = objectIn(part, "functionCall");
    const id = textIn(call, "id") ?? ownId;
    return { type: "toolCall", id, name: call["name"], input: call["args"] ?? {}, ...signed };
  }
  const { mimeType, data } = objectIn(part, "inlineData");
  if (typeof mimeType === "string" && mimeType.startsWith("image/")) return { type: "image", mimeType, data };
  return { type: "gemini_part", ...part };
}
