import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { KNOWN_BLOCK_TYPES, type Block, type Content } from "../../format/messages.ts";
import { leftOver } from "./fields.ts";

/**
 * The content of a chat message: a text, parts, or whatever else a tool gave. A part that we have no block for is kept
 * as a block of its own type; what else a part holds stays in its field `rest`.
 */
export function chatContent(content: unknown, rest: string): Content {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return [];
  return Array.isArray(content) ? content.map((part) => blockOf(part, rest)) : JSON.stringify(content);
}

/** Parts that hold a text, and where. */
const TEXTS: Readonly<Record<string, string>> = {
  text: "text",
  input_text: "text",
  output_text: "text",
  refusal: "refusal",
};

function blockOf(part: unknown, rest: string): Block {
  if (typeof part === "string") return { type: "text", text: part };
  if (!isJsonObject(part)) return { type: "value", value: part };
  const { type } = part;
  const key = typeof type === "string" && Object.hasOwn(TEXTS, type) ? TEXTS[type]! : undefined;
  const text = key === undefined ? undefined : part[key];
  if (key !== undefined && typeof text === "string") {
    return { type: "text", text, ...leftOver(part, type === "text" ? ["type", key] : [key], rest) };
  }
  return imageOf(part, rest) ?? opaque(part);
}

/** An image that the message itself holds; one that it only names elsewhere stays a part. */
function imageOf(part: JsonObject, rest: string): Block | undefined {
  const { image_url: image } = part;
  const url = isJsonObject(image) ? image["url"] : image;
  const data = typeof url === "string" ? /^data:([^;,]+);base64,(.*)$/s.exec(url) : null;
  if (data === null) return undefined;
  const { url: _url, ...others } = isJsonObject(image) ? image : {};
  const kept = leftOver({ ...part, ...others }, ["type", "image_url"], rest);
  return { type: "image", mimeType: data[1]!, data: data[2]!, ...kept };
}

/** A type that we give another shape must not be read as ours. */
function opaque(part: JsonObject): Block {
  const { type } = part;
  const isOurs = (KNOWN_BLOCK_TYPES as readonly unknown[]).includes(type);
  return { ...part, type: typeof type !== "string" ? "part" : isOurs ? `part:${type}` : type };
}
