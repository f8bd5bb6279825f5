import { isImage, isText, isThinking, isToolCall, textOf, toBlocks } from "../../format/blocks.ts";
import type { JsonObject } from "../../format/json.ts";
import type { Block, Content, Message } from "../../format/messages.ts";
import { openaiResponses } from "../../projection/targets/openai-responses.ts";
import type { Projection } from "../../projection/types.ts";
import { textInput } from "../../projection/wire/call-inputs.ts";
import { safeName } from "../../projection/wire/call-names.ts";
import { phaseOf, reasoningItem } from "../../projection/wire/responses-signatures.ts";
import type { ExportNotes } from "../export-notes.ts";
import type { WrittenCalls } from "./written-calls.ts";

/** A message as items of the Responses API. */
export function itemsOf(message: Message, calls: WrittenCalls, notes: ExportNotes): JsonObject[] {
  const { role, content } = message;
  switch (role) {
    case "system":
      return [developerItem(textOf(content))];
    case "user":
      return userItems(content, notes);
    case "assistant":
      return toBlocks(content).flatMap((block) => itemOf(block, calls, notes));
    case "toolResult": {
      const call_id = calls.result(message.toolCallId);
      if (call_id === undefined) {
        notes.lost("result-dropped");
        return [];
      }
      if (message.isError === true) notes.lost("isError");
      if (message.details !== undefined) notes.lost("details");
      const parts = partsOf(content, notes);
      const [first = { type: "input_text", text: "" }] = parts;
      const output = parts.length < 2 && first["type"] === "input_text" ? first["text"] : parts;
      return [{ type: "function_call_output", call_id, output }];
    }
  }
}

/** A message, unless there is nothing in it. */
export function userItems(content: Content, notes: ExportNotes): JsonObject[] {
  const parts = partsOf(content, notes);
  if (parts.length === 0) notes.lost("empty message");
  return parts.length === 0 ? [] : [{ type: "message", role: "user", content: parts }];
}

/** What a model gets, as the history that takes the place of all before. */
export function replacementHistory(projection: Projection): JsonObject[] {
  const { instructions, input } = openaiResponses(projection);
  const items = input.map((item): JsonObject => {
    if (item.type !== "message" || item.role !== "assistant") return { ...item };
    return { ...item, content: [{ type: "output_text", text: item.content }] };
  });
  return instructions === undefined ? items : [developerItem(instructions), ...items];
}

function developerItem(text: string): JsonObject {
  return { type: "message", role: "developer", content: [{ type: "input_text", text }] };
}

function partsOf(content: Content, notes: ExportNotes): JsonObject[] {
  return toBlocks(content).flatMap((block): JsonObject[] => {
    if (isText(block)) return [{ type: "input_text", text: block.text }];
    if (isImage(block))
      return [{ type: "input_image", image_url: `data:${block.mimeType};base64,${block.data}` }];
    notes.lost(`block:${block.type}`);
    return [];
  });
}

function itemOf(block: Block, calls: WrittenCalls, notes: ExportNotes): JsonObject[] {
  if (isText(block)) {
    const phase = phaseOf(block.signature);
    const content = [{ type: "output_text", text: block.text }];
    return [{ type: "message", role: "assistant", content, ...(phase !== undefined && { phase }) }];
  }
  if (isToolCall(block)) {
    const name = safeName(block.name);
    if (name !== block.name) notes.changed("tool name");
    const call = { name, arguments: textInput(block.input), call_id: calls.call(block.id) };
    return [{ type: "function_call", ...call }];
  }
  const item = isThinking(block) ? reasoningItem(block.signature) : undefined;
  if (item !== undefined) return [{ ...item }];
  notes.lost(isThinking(block) ? "thinking" : `block:${block.type}`);
  return [];
}
