import { createHash } from "node:crypto";
import { isObject, type Json } from "./second-lines.ts";

/** What lies in a log's folder of blobs, by name; null: something that is no regular file. */
export type Blobs = ReadonlyMap<string, Buffer | null>;

const TEXT_LOST = "[The rest of this text is lost: the file that held it is missing or damaged.]";
const IMAGE_LOST = "[An image stood here: the file that held it is missing or damaged.]";

/** The contents of a sound entry, in the order in which the page names their places. */
export function contentsOf(entry: Json): unknown[] {
  const { type, message, content, replacement, messages, state } = entry;
  if (type === "message") return [contentOf(message)];
  if (type === "custom_message") return [content];
  if (type === "queue") return content === undefined ? [] : [content];
  if (type === "context_edit") return replacement === null ? [] : [replacement];
  if (type !== "compaction") return [];
  const { queue, system } = isObject(state) ? state : {};
  return [...list(messages).map(contentOf), ...list(queue), ...list(system).map(contentOf)];
}

/** A content with what its blobs hold; `lose` is called for each that is not good. */
export function readContent(content: unknown, blobs: Blobs, lose: () => void): unknown {
  if (!Array.isArray(content)) return content;
  const read = content.map((block: Json) =>
    block["type"] === "blob" ? readBlock(block, blobs, lose) : block,
  );
  const [first] = content as Json[];
  const isString = first?.["type"] === "blob" && first["of"] === "text" && first["whole"] === true;
  return isString && content.length === 1 ? read[0]!["text"] : read;
}

function readBlock(block: Json, blobs: Blobs, lose: () => void): Json {
  const { sha256, bytes, mimeType, of, preview = "", type: _type, whole: _whole, ...others } = block;
  const blob = Number(bytes) > 268_435_456 ? undefined : blobs.get(String(sha256));
  const good =
    blob instanceof Buffer &&
    blob.length === bytes &&
    createHash("sha256").update(blob).digest("hex") === sha256;
  if (good && of === "text") return { ...others, type: "text", text: blob.toString("utf8") };
  if (good) return { ...others, type: "image", mimeType, data: blob.toString("base64") };
  lose();
  if (of === "image") return { type: "text", text: IMAGE_LOST };
  return { type: "text", text: preview === "" ? TEXT_LOST : `${String(preview)}\n${TEXT_LOST}` };
}

function contentOf(message: unknown): unknown {
  return isObject(message) ? message["content"] : undefined;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
