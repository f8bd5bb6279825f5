import { createHash } from "node:crypto";
import type { BlobBlock } from "./messages.ts";

/** What a `blob` block says of its blob. */
export type BlobRef = Pick<BlobBlock, "sha256" | "bytes">;

/** A blob to be put beside a log. */
export interface NewBlob extends BlobRef {
  /** Its bytes; undefined: they are lost. */
  readonly content: () => Buffer | undefined;
  /** The log beside which the same blob lies, for a storage that can share it. */
  readonly origin?: string | undefined;
}

/** Larger blobs are neither written nor read, as with lines. */
export const MAX_BLOB = 256 << 20;

/** The name of a blob with these bytes. */
export function blobName(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Whether bytes are those of a blob. */
export function isContentOf(content: Buffer | undefined, { sha256, bytes }: BlobRef): content is Buffer {
  return content?.length === bytes && blobName(content) === sha256;
}

/** The bytes of a text in UTF-8, or those that an image's base64 stands for. */
export function blobOf(of: BlobBlock["of"], value: string): Buffer {
  return Buffer.from(value, of === "text" ? "utf8" : "base64");
}

/** What a blob's bytes stand for: a text, or an image in base64. */
export function valueOf(of: BlobBlock["of"], content: Buffer): string {
  return content.toString(of === "text" ? "utf8" : "base64");
}
