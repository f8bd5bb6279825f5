import { inputFrom, objectIn, objectsIn, textIn } from "../../answers/answer-parts.ts";
import type { JsonObject } from "../../format/json.ts";
import type { Block } from "../../format/messages.ts";
import { keptAs } from "../kept-as.ts";

/** What a user said, with the images of it. What the model got of it stands in `copilot.transformedContent`. */
export function userContent(data: JsonObject): Block[] {
  const images = objectsIn(data, "attachments").flatMap((attachment) => imageIn(attachment, "blob"));
  return [{ type: "text", text: textIn(data, "content") ?? "" }, ...images];
}

/** The blocks of an answer, or of a chunk of one. */
export function answerContent(data: JsonObject): Block[] {
  const thinking = textIn(data, "reasoningText");
  const text = textIn(data, "content");
  return [
    ...(thinking === undefined ? [] : [{ type: "thinking" as const, thinking }]),
    ...(text === undefined ? [] : [{ type: "text" as const, text }]),
    ...objectsIn(data, "toolRequests").map(toolCall),
  ];
}

function toolCall(request: JsonObject): Block {
  const id = textIn(request, "toolCallId");
  const name = textIn(request, "name");
  if (id === undefined || name === undefined) return { type: "copilot:toolRequest", request };
  const { arguments: given } = request;
  // A tool with a grammar takes a text.
  const input =
    request["type"] === "custom" && typeof given === "string" ? { input: given } : inputFrom(given);
  return {
    type: "toolCall",
    id,
    name,
    input,
    ...keptAs("copilot", request, ["toolCallId", "name", "arguments"]),
  };
}

/** What the model got of a tool's result, or of its failure. */
export function resultContent(data: JsonObject): Block[] {
  const result = objectIn(data, "result");
  const text = textIn(result, "content") ?? textIn(objectIn(data, "error"), "message");
  const images = objectsIn(result, "binaryResultsForLlm").flatMap((binary) => imageIn(binary, "image"));
  return [...(text === undefined ? [] : [{ type: "text" as const, text }]), ...images];
}

function imageIn(value: JsonObject, type: string): Block[] {
  const data = textIn(value, "data");
  const mimeType = textIn(value, "mimeType");
  if (value["type"] !== type || data === undefined || !mimeType?.startsWith("image/")) return [];
  return [{ type: "image", mimeType, data }];
}
