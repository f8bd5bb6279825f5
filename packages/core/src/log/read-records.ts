import type { ByteSource } from "./byte-source.ts";

/** Bytes between two records that are rather read than left out: a read costs as much as that many of them. */
const GAP = 64 << 10;

/** No more is read at once. */
const MOST = 4 << 20;

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Reads records, in their order: those that stand close together in the file at once. */
export function* readRecords(source: ByteSource, places: readonly Place[]): Generator<Buffer> {
  for (let first = 0; first < places.length;) {
    const start = places[first]!.offset;
    let end = start;
    let next = first;
    for (; next < places.length; next++) {
      const { offset, length } = places[next]!;
      const isNear = offset >= end && offset - end <= GAP && offset + length - start <= MOST;
      if (next > first && !isNear) break;
      end = offset + length;
    }
    const bytes = Buffer.allocUnsafe(end - start);
    const filled = bytes.subarray(0, source.read(bytes, start));
    for (; first < next; first++) {
      const { offset, length } = places[first]!;
      yield filled.subarray(offset - start, offset - start + length);
    }
  }
}
