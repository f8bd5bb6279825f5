import type { JsonObject } from "../../format/json.ts";
import type { AssistantMessage, Block } from "../../format/messages.ts";
import { objectIn, objectsIn, textIn, type AnswerParts } from "../answer-parts.ts";

const STOP_REASONS = new Map<unknown, AssistantMessage["stopReason"]>([
  ["tool_use", "toolUse"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
]);

/** An output of Converse. */
export function bedrockAnswer(response: JsonObject): AnswerParts {
  const message = objectIn(objectIn(response, "output"), "message");
  return {
    content: objectsIn(message, "content").map(block),
    stopReason: STOP_REASONS.get(response["stopReason"]) ?? "stop",
    usage: response["usage"],
    requestId: textIn(objectIn(response, "$metadata"), "requestId"),
  };
}

function block(given: JsonObject): Block {
  const { text } = given;
  if (typeof text === "string") return { type: "text", text };
  if ("toolUse" in given) {
    const { toolUseId, name, input } = objectIn(given, "toolUse");
    return { type: "toolCall", id: toolUseId, name, input };
  }
  if (!("reasoningContent" in given)) return { type: "bedrock_block", ...given };
  const reasoning = objectIn(given, "reasoningContent");
  const { redactedContent } = reasoning;
  if (redactedContent instanceof Uint8Array) {
    const signature = Buffer.from(redactedContent).toString("base64");
    return { type: "thinking", thinking: "", signature, redacted: true };
  }
  const said = objectIn(reasoning, "reasoningText");
  const signature = textIn(said, "signature");
  const thinking = textIn(said, "text") ?? "";
  return { type: "thinking", thinking, ...(signature !== undefined && { signature }) };
}
