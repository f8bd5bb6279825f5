import { isContentOf, valueOf, type BlobRef } from "./blob.ts";
import { isBlob, isText } from "./blocks.ts";
import { mapContents, mapList } from "./contents.ts";
import type { Entry } from "./entries.ts";
import type { BlobBlock, Block, Content } from "./messages.ts";

/** Reads a blob; undefined if that cannot be done. What it gives is checked by who asks. */
export type ReadBlob = (ref: BlobRef) => Buffer | undefined;

/** An entry with its large content; `lost` says what of it is gone. */
export interface Restored {
  readonly entry: Entry;
  readonly lost: readonly string[];
}

/** Stands behind the preview of a text whose blob is lost. */
export const TEXT_LOST = "[The rest of this text is lost: the file that held it is missing or damaged.]";

/** Stands for an image whose blob is lost. */
export const IMAGE_LOST = "[An image stood here: the file that held it is missing or damaged.]";

/** Puts the texts and images back that blobs stand for, in an entry that fits the format. Never throws for a blob. */
export function restoreEntry(entry: Entry, read: ReadBlob): Restored {
  const lost: string[] = [];
  const restored = mapBlobs(entry, (block) => {
    const content = read(block);
    if (isContentOf(content, block)) return restore(block, content);
    const what = content === undefined ? "cannot be read" : "holds other bytes";
    lost.push(`the blob ${block.sha256} ${what}`);
    return { type: "text", text: lossOf(block) };
  });
  return { entry: restored, lost };
}

/** The entry with no more of its large texts than their previews, and of its large images nothing: no blob is read. */
export function withPreviews(entry: Entry): Entry {
  return mapBlobs(entry, ({ of, mimeType, preview = "" }) =>
    of === "text" ? { type: "text", text: preview } : { type: "image", mimeType, data: "" },
  );
}

/** The blobs that an entry needs. */
export function blobsIn(entry: Entry): BlobRef[] {
  const found: BlobRef[] = [];
  mapBlobs(entry, (block) => {
    found.push(block);
    return block;
  });
  return found;
}

function mapBlobs(entry: Entry, map: (block: BlobBlock) => Block): Entry {
  return mapContents(entry, (content) => (hasBlob(content) ? mapContent(content, map) : content));
}

function hasBlob(content: Content): content is Block[] {
  return typeof content !== "string" && content.some(isBlob);
}

function mapContent(content: Block[], map: (block: BlobBlock) => Block): Content {
  const blocks = mapList(content, (block) => (isBlob(block) ? map(block) : block));
  const [first, ...others] = content;
  const [read] = blocks;
  if (others.length > 0 || first === undefined || !isBlob(first) || read === undefined) return blocks;
  return first.of === "text" && first.whole === true && isText(read) ? read.text : blocks;
}

function restore(block: BlobBlock, content: Buffer): Block {
  const { type: _, sha256: _1, bytes: _2, mimeType, of, preview: _3, whole: _4, ...more } = block;
  const value = valueOf(of, content);
  return of === "text"
    ? { ...more, type: "text", text: value }
    : { ...more, type: "image", mimeType, data: value };
}

function lossOf({ of, preview = "" }: BlobBlock): string {
  if (of === "image") return IMAGE_LOST;
  return preview === "" ? TEXT_LOST : `${preview}\n${TEXT_LOST}`;
}
