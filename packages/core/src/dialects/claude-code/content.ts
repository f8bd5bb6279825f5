import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { KNOWN_BLOCK_TYPES } from "../../format/messages.ts";
import { object, text, without } from "./line.ts";

/** The blocks of a message in our form. What ours cannot say is carried as a block of another type. */
export function content(blocks: readonly unknown[]): JsonObject[] {
  return blocks.map((block) => (isJsonObject(block) ? (known(block) ?? carried(block)) : carried(block)));
}

/** The content of a result: a text, blocks, or nothing. */
export function resultContent(value: unknown): JsonObject[] {
  if (typeof value === "string") return [{ type: "text", text: value }];
  return Array.isArray(value) ? content(value) : [];
}

function known(block: JsonObject): JsonObject | undefined {
  switch (block["type"]) {
    case "text":
      return typeof block["text"] === "string" ? read(block, { text: block["text"] }) : undefined;
    case "thinking":
      return thinking(block);
    case "redacted_thinking": {
      const data = text(block, "data");
      if (data === undefined) return undefined;
      return { ...read(block, { thinking: "", redacted: true, signature: data }, "data"), type: "thinking" };
    }
    case "tool_use":
      return call(block);
    case "image":
      return image(block);
    default:
      return undefined;
  }
}

function thinking(block: JsonObject): JsonObject | undefined {
  const signature = text(block, "signature");
  if (typeof block["thinking"] !== "string") return undefined;
  return read(block, { thinking: block["thinking"], ...(signature !== undefined && { signature }) });
}

function call(block: JsonObject): JsonObject | undefined {
  const { id, name, input = {} } = block;
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  return { ...read(block, { id, name, input }), type: "toolCall" };
}

function image(block: JsonObject): JsonObject | undefined {
  const source = object(block, "source");
  const { type, media_type: mimeType, data } = source ?? {};
  if (type !== "base64" || typeof mimeType !== "string" || typeof data !== "string") return undefined;
  return read(block, { mimeType, data }, "source");
}

/** A block with fields of ours; what else it has stands under the agent's name. */
function read(block: JsonObject, fields: JsonObject, ...taken: readonly string[]): JsonObject {
  const rest = without(block, "type", ...Object.keys(fields), ...taken);
  return { type: block["type"], ...fields, ...(Object.keys(rest).length > 0 && { claudeCode: rest }) };
}

/** A block of another type stays as it is, unless its type means something else to us. */
function carried(block: unknown): JsonObject {
  if (isJsonObject(block)) {
    const type = text(block, "type");
    if (type !== undefined && !KNOWN_BLOCK_TYPES.some((ours) => ours === type)) return block;
  }
  return { type: "claude-code:block", claudeCode: block };
}
