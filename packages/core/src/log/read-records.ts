import { LogIoError } from "../errors.ts";
import type { ByteSource } from "./byte-source.ts";
import { giveBack, takeMemory } from "./spare-memory.ts";

/** Bytes between two records that are rather read than left out: a read costs as much as that many of them. */
const GAP = 64 << 10;

/** No more is read at once: what is read stays near the processor until it is decoded. 4 MiB took a sixth more. */
const MOST = 256 << 10;

const NEWLINE = 0x0a;

/** Where a record stands: without its newline. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/**
 * Reads records, in their order: those that stand close together in the file at once. Each is valid only until the next
 * one is asked for.
 */
export function* readRecords(source: ByteSource, places: readonly Place[]): Generator<Buffer> {
  const memory = takeMemory();
  try {
    for (const near of nearEachOther<never>(places, GAP, MOST)) {
      const start = near[0]!.offset;
      const size = endOf(near.at(-1)!) - start;
      const bytes = size <= memory.length ? memory.subarray(0, size) : freshMemory(size);
      const filled = bytes.subarray(0, source.read(bytes, start));
      for (const { offset, length } of near) yield filled.subarray(offset - start, offset - start + length);
    }
  } finally {
    giveBack(memory);
  }
}

/** The same where lines are copied: the rest must be moved as well. */
const LINE_GAP = 8 << 10;

/** So much is read of what is only written again: with 256 KiB, copying 100 MB takes a quarter more. */
const PIECE = 1 << 20;

/** Gives so many bytes of memory. */
export type Memory = (length: number) => Buffer;

const freshMemory: Memory = (length) => Buffer.allocUnsafe(length);

/** Memory that is used again for every read: copying 100 MB takes a quarter less time than with new memory for each. */
export function reusedMemory(): Memory {
  let memory = Buffer.allocUnsafe(0);
  return (length) => {
    if (memory.length < length) memory = Buffer.allocUnsafe(Math.max(length, 2 * memory.length));
    return memory.subarray(0, length);
  };
}

/**
 * Records as lines, and lines that were made, in their order: as many at once as fit in a piece. Behind each record comes
 * a newline, whatever stands there in the source.
 * @param memory is read into; if it is used again, a piece holds only until the next is asked for
 * @throws LogIoError if the source has become shorter
 */
export function* readLines(
  source: ByteSource,
  lines: Iterable<Place | Buffer>,
  memory: Memory = freshMemory,
): Generator<Buffer> {
  let piece = freshMemory(0);
  let filled = 0;
  for (const near of nearEachOther<Buffer>(lines, LINE_GAP, PIECE)) {
    const room = Buffer.isBuffer(near) ? near.length : endOf(near.at(-1)!) + 1 - near[0]!.offset;
    if (filled + room > piece.length) {
      if (filled > 0) yield piece.subarray(0, filled);
      piece = memory(Math.max(room, PIECE));
      filled = 0;
    }
    const rest = piece.subarray(filled, filled + room);
    filled += Buffer.isBuffer(near) ? near.copy(rest) : fill(rest, source, near);
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/** Reads records that are near each other, and moves them together as lines; gives how many bytes these take. */
function fill(target: Buffer, source: ByteSource, near: readonly Place[]): number {
  const start = near[0]!.offset;
  const read = source.read(target, start);
  // The newline of a last line may be missing.
  if (read < target.length - 1)
    throw new LogIoError("IO", source.name, new Error("it is shorter than it was when it was opened"));
  let filled = 0;
  for (const { offset, length } of near) {
    const from = offset - start;
    if (from > filled) target.copyWithin(filled, from, from + length);
    filled += length;
    target[filled++] = NEWLINE;
  }
  return filled;
}

/** Records by what is read at once: no more than `most` bytes, but for a single record. What was made comes as it is. */
function* nearEachOther<Made extends Buffer>(
  places: Iterable<Place | Made>,
  gap: number,
  most: number,
): Generator<readonly Place[] | Made> {
  let near: Place[] = [];
  for (const place of places) {
    const isMade = Buffer.isBuffer(place);
    if (near.length > 0 && (isMade || !isNear(near, place, gap, most))) {
      yield near;
      near = [];
    }
    if (isMade) yield place;
    else near.push(place);
  }
  if (near.length > 0) yield near;
}

/** A record that is glued to the one before it is not near: it leaves no room for a newline. */
function isNear(near: readonly Place[], { offset, length }: Place, gap: number, most: number): boolean {
  const end = endOf(near.at(-1)!);
  return offset > end && offset - end <= gap && offset + length - near[0]!.offset < most;
}

function endOf({ offset, length }: Place): number {
  return offset + length;
}
