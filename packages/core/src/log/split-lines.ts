import type { ByteSource } from "./byte-source.ts";
import { giveBack, takeMemory } from "./spare-memory.ts";

/** One line. `bytes` has no newline and is valid only until the next line is asked for. */
export interface RawLine {
  readonly bytes: Buffer;
  readonly offset: number;
  /** With the newline. */
  readonly length: number;
  /** Whether the newline is there. */
  readonly ended: boolean;
  /** The line is longer than {@link MAX_LINE}; `bytes` is empty. */
  readonly tooLong: boolean;
}

/** A longer line is passed over: no entry is that long, and a file without newlines must not fill the memory. */
export const MAX_LINE = 256 << 20;

const NEWLINE = 0x0a;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Splits a log at byte 0x0A, in bounded memory: one chunk, or the longest line up to a limit. A BOM at offset 0 is no part of the
 * first line. (`node:readline` also splits at U+2028 on some Node versions.)
 */
export function* splitLines(
  source: ByteSource,
  from = 0,
  to: number = source.size(),
  maxLine = MAX_LINE,
): Generator<RawLine> {
  let buffer = takeMemory();
  let start = from;
  let filled = 0;
  let scanned = 0;
  try {
    while (start + filled < to) {
      if (filled >= maxLine) {
        const { end, ended } = endOfLine(source, start + filled, to, buffer);
        yield { bytes: buffer.subarray(0, 0), offset: start, length: end - start, ended, tooLong: true };
        start = end;
        filled = 0;
        scanned = 0;
        continue;
      }
      if (filled === buffer.length) buffer = grown(buffer);
      const room = Math.min(buffer.length - filled, to - start - filled);
      const count = source.read(buffer.subarray(filled, filled + room), start + filled);
      if (count === 0) break;
      filled += count;
      const bytes = buffer.subarray(0, filled);
      let lineStart = 0;
      let newline = bytes.indexOf(NEWLINE, scanned);
      while (newline >= 0) {
        yield lineAt(bytes.subarray(lineStart, newline), start + lineStart, true);
        lineStart = newline + 1;
        newline = bytes.indexOf(NEWLINE, lineStart);
      }
      buffer.copyWithin(0, lineStart, filled);
      start += lineStart;
      filled -= lineStart;
      scanned = filled;
    }
    if (filled > 0) yield lineAt(buffer.subarray(0, filled), start, false);
  } finally {
    giveBack(buffer);
  }
}

function lineAt(bytes: Buffer, offset: number, ended: boolean): RawLine {
  const length = bytes.length + (ended ? 1 : 0);
  if (offset !== 0 || bytes.length < 3 || !bytes.subarray(0, 3).equals(BOM))
    return { bytes, offset, length, ended, tooLong: false };
  return { bytes: bytes.subarray(3), offset: 3, length: length - 3, ended, tooLong: false };
}

/** Where the line that goes on at `from` ends, its newline included. */
function endOfLine(
  source: ByteSource,
  from: number,
  to: number,
  buffer: Buffer,
): { end: number; ended: boolean } {
  for (let at = from; at < to;) {
    const count = source.read(buffer.subarray(0, Math.min(buffer.length, to - at)), at);
    if (count === 0) return { end: at, ended: false };
    const newline = buffer.indexOf(NEWLINE);
    if (newline >= 0 && newline < count) return { end: at + newline + 1, ended: true };
    at += count;
  }
  return { end: to, ended: false };
}

function grown(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafe(buffer.length * 2);
  buffer.copy(larger);
  return larger;
}
