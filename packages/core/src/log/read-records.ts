import type { ByteSource } from "./byte-source.ts";

/** Bytes between two records that are rather read than left out: a read costs as much as that many of them. */
const GAP = 64 << 10;

/** No more is read at once. */
const MOST = 4 << 20;

const NEWLINE = Buffer.from("\n");

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Reads records, in their order: those that stand close together in the file at once. */
export function* readRecords(source: ByteSource, places: readonly Place[]): Generator<Buffer> {
  for (const { bytes, start, near } of readNear(source, places, MOST)) {
    for (const { offset, length } of near) yield bytes.subarray(offset - start, offset - start + length);
  }
}

/** Larger reads only take more memory: a fork then spends a tenth of its time on getting it. */
const RUN = 1 << 20;

/** Reads records as lines, in their order: those that stand in a row come as one piece. */
export function* readLines(source: ByteSource, places: readonly Place[]): Generator<Buffer> {
  for (const { bytes, start, near } of readNear(source, places, RUN)) {
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
    const bytes = Buffer.allocUnsafe(end + 1 - start);
    const filled = bytes.subarray(0, source.read(bytes, start));
    yield { near: places.slice(first, next), start, bytes: filled };
    first = next;
  }
}
