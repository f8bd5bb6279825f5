import { blobName, blobOf, MAX_BLOB, valueOf, type NewBlob } from "./blob.ts";
import { isImage, isText } from "./blocks.ts";
import { mapContents, mapList } from "./contents.ts";
import type { Entry } from "./entries.ts";
import type { BlobBlock, Block, Content, ImageBlock, TextBlock } from "./messages.ts";

/** An entry as its line will have it, and the blobs that must be there before that line. */
export interface Spilled {
  readonly entry: Entry;
  readonly blobs: readonly NewBlob[];
}

/** How much of a text its block shows, in bytes of UTF-8. */
const PREVIEW = 2048;

/** A block with such a field of its own could not be told from its blob's, and stays in the line. */
const TAKEN = ["sha256", "bytes", "of", "preview", "whole"];
const TAKEN_OF: Readonly<Record<BlobBlock["of"], readonly string[]>> = {
  text: [...TAKEN, "mimeType"],
  image: [...TAKEN, "signature"],
};

/** Takes every text and image of more than `above` bytes (of UTF-8; of base64) out of an entry that fits the format. */
export function spillEntry(entry: Entry, above: number): Spilled {
  const blobs: NewBlob[] = [];
  const spill = (block: Block): Block =>
    isText(block) || isImage(block) ? spillBlock(block, above, blobs) : block;
  const spilled = mapContents(entry, (content) => spillContent(content, spill));
  return { entry: spilled, blobs };
}

function spillContent(content: Content, spill: (block: Block) => Block): Content {
  if (typeof content !== "string") return mapList(content, spill);
  const block: Block = { type: "text", text: content };
  const spilled = spill(block);
  return spilled === block ? content : [{ ...spilled, whole: true }];
}

function spillBlock(block: TextBlock | ImageBlock, above: number, blobs: NewBlob[]): Block {
  const { type: of } = block;
  const value = of === "text" ? block.text : block.data;
  if (Buffer.byteLength(value) <= above || TAKEN_OF[of].some((key) => Object.hasOwn(block, key)))
    return block;
  const content = blobOf(of, value);
  // Unpaired surrogates and odd base64 would not come back as they were.
  if (content.length > MAX_BLOB || valueOf(of, content) !== value) return block;
  const ref = { sha256: blobName(content), bytes: content.length };
  blobs.push({ ...ref, content: () => content });
  return { type: "blob", ...ref, ...described(block) };
}

function described(block: TextBlock | ImageBlock): Omit<BlobBlock, "type" | "sha256" | "bytes"> {
  if (block.type === "text") {
    const { type: of, text, ...more } = block;
    return { mimeType: "text/plain", of, preview: startOf(text), ...more };
  }
  const { type: of, mimeType, data: _data, ...more } = block;
  return { mimeType, of, ...more };
}

/** So much of a text as fits in the preview, cut between code points. */
function startOf(text: string): string {
  const bytes = Buffer.from(text.slice(0, PREVIEW));
  let end = Math.min(bytes.length, PREVIEW);
  while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}
