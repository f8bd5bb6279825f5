import type { JsonObject } from "../../format/json.ts";
import type { AssistantMessage, Block } from "../../format/messages.ts";
import { objectsIn, textIn, type AnswerParts } from "../answer-parts.ts";

const STOP_REASONS = new Map<unknown, AssistantMessage["stopReason"]>([
  ["tool_use", "toolUse"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
]);

/** A `Message` of the Messages API. */
export function anthropicAnswer(response: JsonObject): AnswerParts {
  return {
    content: objectsIn(response, "content").map(block),
    stopReason: STOP_REASONS.get(response["stop_reason"]) ?? "stop",
    usage: response["usage"],
    responseId: textIn(response, "id"),
    requestId: textIn(response, "_request_id"),
  };
}

function block(given: JsonObject): Block {
  if (given["type"] === "tool_use")
    return { type: "toolCall", id: given["id"], name: given["name"], input: given["input"] };
  if (given["type"] === "redacted_thinking")
    return { type: "thinking", thinking: "", signature: given["data"], redacted: true };
  // Text and thinking are the same in both; other blocks are carried as they are.
  return given as Block;
}
