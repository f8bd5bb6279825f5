import type { JsonObject } from "../../format/json.ts";
import type { AssistantMessage, Block } from "../../format/messages.ts";
import { inputFrom, objectIn, objectsIn, textIn, type AnswerParts } from "../answer-parts.ts";

const STOP_REASONS = new Map<unknown, AssistantMessage["stopReason"]>([
  ["tool_calls", "toolUse"],
  ["function_call", "toolUse"],
  ["length", "length"],
]);

/** A `ChatCompletion`, of OpenAI or a server like it; of several choices the first. */
export function openaiChatAnswer(response: JsonObject): AnswerParts {
  const choice = objectsIn(response, "choices")[0] ?? {};
  const message = objectIn(choice, "message");
  const thinking = textIn(message, "reasoning_content");
  const text = textIn(message, "content") ?? textIn(message, "refusal");
  const content: Block[] = [];
  if (thinking !== undefined) content.push({ type: "thinking", thinking });
  if (text !== undefined) content.push({ type: "text", text });
  for (const call of objectsIn(message, "tool_calls")) content.push(toolCall(call));
  const stopReason = STOP_REASONS.get(choice["finish_reason"]) ?? "stop";
  // Moonshot tells of usage in the choice.
  const usage = response["usage"] ?? choice["usage"];
  return { content, stopReason, usage, responseId: textIn(response, "id") };
}

function toolCall(call: JsonObject): Block {
  const { name, arguments: input } = objectIn(call, "function");
  return { type: "toolCall", id: call["id"], name, input: inputFrom(input) };
}
