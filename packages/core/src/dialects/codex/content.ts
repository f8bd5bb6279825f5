import { textIn } from "../../answers/answer-parts.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { KNOWN_BLOCK_TYPES, type Block } from "../../format/messages.ts";
import { keptAs } from "../kept-as.ts";

const DATA_URL = /^data:([^;,]+);base64,/;

/** The blocks of a content: a text, or a list of parts. */
export function contentBlocks(content: unknown): Block[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.map(contentBlock) : [];
}

function contentBlock(part: unknown): Block {
  if (!isJsonObject(part)) return opaque({ type: "part", part });
  const { text } = part;
  const type = textIn(part, "type");
  if (typeof text === "string" && (type === undefined || type === "text" || type.endsWith("_text")))
    return { type: "text", text, ...keptAs("codex", part, ["type", "text"]) };
  const url = textIn(part, "image_url");
  const mimeType = url === undefined ? undefined : DATA_URL.exec(url)?.[1];
  if (url === undefined || mimeType === undefined) return opaque(part);
  const data = url.slice(url.indexOf(",") + 1);
  return { type: "image", mimeType, data, ...keptAs("codex", part, ["type", "image_url"]) };
}

/** A block that carries more of the item or line that it was made of. */
export function carrying(block: Block, more: JsonObject): Block {
  const kept = block["codex"];
  return Object.keys(more).length === 0
    ? block
    : { ...block, codex: { ...(isJsonObject(kept) && kept), ...more } };
}

/** A part or item that our format has no block for. */
export function opaque(item: JsonObject): Block {
  const type = textIn(item, "type");
  const free = type !== undefined && !KNOWN_BLOCK_TYPES.some((known) => known === type);
  return free ? { ...item, type } : { type: `codex:${type ?? "item"}`, item };
}
