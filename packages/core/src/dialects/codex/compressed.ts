import { createRequire } from "node:module";
import type { Decompress } from "fzstd";
import { UnsupportedVersionError } from "../../errors.ts";
import type { ByteSource } from "../../log/byte-source.ts";
import { Spool } from "../../log/spool.ts";

type Zstd = { readonly Decompress: typeof Decompress };

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const CHUNK = 1 << 18;

/** Whether a file is compressed, by its first bytes. */
export function isCompressed(start: Buffer): boolean {
  return start.subarray(0, MAGIC.length).equals(MAGIC);
}

/** What compressed bytes hold, and why there is no more of it. */
export interface Decompressed extends ByteSource {
  readonly broken: string | undefined;
  close(): void;
}

/**
 * Decompresses a whole source, in bounded memory. Where it is broken, or ends too early, what came before counts.
 * @throws UnsupportedVersionError if the optional package that does it is missing
 */
export function decompressed(source: ByteSource): Decompressed {
  const spool = new Spool();
  let broken: string | undefined;
  const stream = new (zstd(source.name).Decompress)((part) => spool.write(Buffer.from(part)));
  const size = source.size();
  try {
    for (let at = 0; at < size; at += CHUNK) {
      // The stream keeps what it is given.
      const chunk = Buffer.alloc(Math.min(CHUNK, size - at));
      const count = source.read(chunk, at);
      stream.push(chunk.subarray(0, count), at + CHUNK >= size);
    }
  } catch (error) {
    if (!isZstdError(error)) {
      spool.close();
      throw error;
    }
    broken = error.message;
  }
  return {
    name: source.name,
    broken,
    size: () => spool.size,
    read: (target, position) => spool.read(target, position),
    close: () => spool.close(),
  };
}

/** What the first bytes of a compressed file hold, as far as they can tell. @throws as {@link decompressed} */
export function decompressedStart(start: Buffer): Buffer {
  const parts: Uint8Array[] = [];
  try {
    new (zstd("the file").Decompress)((part) => parts.push(part)).push(Buffer.from(start));
  } catch (error) {
    if (!isZstdError(error)) throw error;
  }
  return Buffer.concat(parts);
}

/** The errors of the decompressor; a RangeError is a size that no memory has. */
function isZstdError(error: unknown): error is Error {
  if (error instanceof RangeError || error instanceof TypeError) return true;
  return error instanceof Error && typeof (error as { code?: unknown }).code === "number";
}

function zstd(file: string): Zstd {
  try {
    return createRequire(import.meta.url)("fzstd") as Zstd;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    throw new UnsupportedVersionError(file, "compressed form: install the optional package fzstd to read it");
  }
}
