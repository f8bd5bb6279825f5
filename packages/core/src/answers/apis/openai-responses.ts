import type { JsonObject } from "../../format/json.ts";
import type { AssistantMessage, Block } from "../../format/messages.ts";
import { inputFrom, objectIn, objectsIn, textIn, type AnswerParts } from "../answer-parts.ts";

const STOP_REASONS = new Map<unknown, AssistantMessage["stopReason"]>([
  ["incomplete", "length"],
  ["failed", "error"],
  ["cancelled", "aborted"],
]);

/** A `Response` of OpenAI, asked for with `include: ["reasoning.encrypted_content"]`. */
export function openaiResponsesAnswer(response: JsonObject): AnswerParts {
  const content = objectsIn(response, "output").flatMap(blocks);
  const calls = content.some(({ type }) => type === "toolCall");
  return {
    content,
    stopReason: STOP_REASONS.get(response["status"]) ?? (calls ? "toolUse" : "stop"),
    errorMessage: textIn(objectIn(response, "error"), "message"),
    usage: response["usage"],
    responseId: textIn(response, "id"),
    requestId: textIn(response, "_request_id"),
  };
}

function blocks(item: JsonObject): Block[] {
  const { type, call_id: id, name } = item;
  if (type === "function_call") return [{ type: "toolCall", id, name, input: inputFrom(item["arguments"]) }];
  if (type === "message") return objectsIn(item, "content").map((part) => text(item, part));
  if (type !== "reasoning") return [item as Block];
  const thinking = objectsIn(item, "summary").flatMap((part) => textIn(part, "text") ?? []);
  // The whole item goes back: its id and its encrypted content belong together.
  return [{ type: "thinking", thinking: thinking.join("\n\n"), signature: JSON.stringify(item) }];
}

/** The message's id and phase go back with its text. */
function text(item: JsonObject, part: JsonObject): Block {
  const { id, phase } = item;
  const said = textIn(part, "text") ?? textIn(part, "refusal") ?? "";
  return { type: "text", text: said, signature: JSON.stringify({ v: 1, id, phase: phase ?? undefined }) };
}
