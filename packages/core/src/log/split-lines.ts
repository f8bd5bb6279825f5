import type { ByteSource } from "./byte-source.ts";

/** One line. `bytes` has no newline and is valid only until the next line is asked for. */
export interface RawLine {
  readonly bytes: Buffer;
  readonly offset: number;
  /** With the newline. */
  readonly length: number;
  /** Whether the newline is there. */
  readonly ended: boolean;
}

/** Bigger reads gain nothing, and a buffer this small is used again for every chunk. */
const CHUNK = 1 << 20;

const NEWLINE = 0x0a;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Splits a log at byte 0x0A, in bounded memory: one chunk, or the longest line. A BOM at offset 0 is no part of the
 * first line. (`node:readline` also splits at U+2028 on some Node versions.)
 */
export function* splitLines(source: ByteSource, from = 0, to: number = source.size()): Generator<RawLine> {
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(to - from, 1)));
  let start = from;
  let filled = 0;
  let scanned = 0;
  while (start + filled < to) {
    if (filled === buffer.length) buffer = grown(buffer);
    const room = Math.min(buffer.length - filled, to - start - filled);
    const count = source.read(buffer.subarray(filled, filled + room), start + filled);
    if (count === 0) break;
    filled += count;
    let lineStart = 0;
    let newline = buffer.indexOf(NEWLINE, scanned);
    while (newline >= 0 && newline < filled) {
      yield lineAt(buffer.subarray(lineStart, newline), start + lineStart, true);
      lineStart = newline + 1;
      newline = buffer.indexOf(NEWLINE, lineStart);
    }
    buffer.copyWithin(0, lineStart, filled);
    start += lineStart;
    filled -= lineStart;
    scanned = filled;
  }
  if (filled > 0) yield lineAt(buffer.subarray(0, filled), start, false);
}

function lineAt(bytes: Buffer, offset: number, ended: boolean): RawLine {
  const length = bytes.length + (ended ? 1 : 0);
  if (offset !== 0 || bytes.length < 3 || !bytes.subarray(0, 3).equals(BOM))
    return { bytes, offset, length, ended };
  return { bytes: bytes.subarray(3), offset: 3, length: length - 3, ended };
}

function grown(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafe(buffer.length * 2);
  buffer.copy(larger);
  return larger;
}
