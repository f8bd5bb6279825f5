import type { ByteSource } from "./byte-source.ts";

/** Bytes between two records that are rather read than left out: a read costs as much as that many of them. */
const GAP = 64 << 10;

/** No more is read at once: what is read stays near the processor until it is decoded. 4 MiB took a sixth more. */
const MOST = 256 << 10;

const NEWLINE = Buffer.from("\n");

interface Place {
  readonly offset: number;
  readonly length: number;
}

/**
 * Reads records, in their order: those that stand close together in the file at once. Each is valid only until the next
 * one is asked for.
 */
export function* readRecords(source: ByteSource, places: readonly Place[]): Generator<Buffer> {
  for (const { bytes, start, near } of readNear(source, places, MOST, reusedMemory())) {
    for (const { offset, length } of near) yield bytes.subarray(offset - start, offset - start + length);
  }
}

/** Larger reads gain nothing where what is read is only written again. */
const RUN = 1 << 20;

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
 * Reads records as lines, in their order: those that stand in a row come as one piece.
 * @param memory is read into; if it is used again, a piece holds only until the next is asked for
 */
export function* readLines(
  source: ByteSource,
  places: readonly Place[],
  memory: Memory = freshMemory,
): Generator<Buffer> {
  for (const { bytes, start, near } of readNear(source, places, RUN, memory)) {
    for (let first = 0, next = 0; first < near.length; first = next) {
      const from = near[first]!.offset - start;
      let end = from;
      do end = near[next]!.offset - start + near[next]!.length;
      while (bytes[end] === NEWLINE[0] && near[++next]?.offset === start + end + 1);
      if (bytes[end] === NEWLINE[0]) yield bytes.subarray(from, end + 1);
      else {
        // Several records stand in one line.
        yield* [bytes.subarray(from, end), NEWLINE];
        next++;
      }
    }
  }
}

interface Near<P extends Place> {
  readonly near: readonly P[];
  readonly start: number;
  /** From `start` on, all records with the byte behind the last. */
  readonly bytes: Buffer;
}

function* readNear<P extends Place>(
  source: ByteSource,
  places: readonly P[],
  most: number,
  memory: Memory,
): Generator<Near<P>> {
  for (let first = 0; first < places.length;) {
    const start = places[first]!.offset;
    let end = start;
    let next = first;
    for (; next < places.length; next++) {
      const { offset, length } = places[next]!;
      const isNear = offset >= end && offset - end <= GAP && offset + length - start <= most;
      if (next > first && !isNear) break;
      end = offset + length;
    }
    const bytes = memory(end + 1 - start);
    const filled = bytes.subarray(0, source.read(bytes, start));
    yield { near: places.slice(first, next), start, bytes: filled };
    first = next;
  }
}
