import { crc32 } from "node:zlib";
import type { ByteSource } from "../log/byte-source.ts";
import { readRecord, type LogMap } from "../log/log-map.ts";

/** How far a log was read, and how to recognise that what was read is still the same. */
export interface ResumePoint {
  /** The first byte that is not settled. */
  readonly position: number;
  /** The checksum of the first bytes before it. */
  readonly head: number;
  /** That of the last bytes before it; null: reading cannot go on from here. */
  readonly tail: number | null;
}

const PROBE = 4096;
const NEWLINE = 0x0a;

/** The point from which a map of `source` can be gone on with. */
export function resumePointOf(source: ByteSource, map: Pick<LogMap, "position" | "damage">): ResumePoint {
  const { position } = map;
  const { head, tail } = probe(source, position);
  return { position, head: crc32(head), tail: isSettled(map, tail) ? crc32(tail) : null };
}

/** Whether the bytes before the point are, as far as one looks, those that were read. */
export function canResume(source: ByteSource, point: ResumePoint): boolean {
  if (point.tail === null || source.size() < point.position) return false;
  const { head, tail } = probe(source, point.position);
  return crc32(head) === point.head && crc32(tail) === point.tail;
}

/**
 * A last line that counted without its newline may yet turn out to be longer, and half a batch has left its traces in
 * the scan's state: a log that ends so is read from its start when it has grown.
 */
function isSettled({ position, damage }: Pick<LogMap, "position" | "damage">, tail: Buffer): boolean {
  if (damage.some(({ kind, offset }) => kind === "open-batch" && offset >= position)) return false;
  return position === 0 || tail.at(-1) === NEWLINE;
}

/** What is looked at of the bytes before a position: the first and the last of them. */
function probe(source: ByteSource, position: number): { head: Buffer; tail: Buffer } {
  const length = Math.min(PROBE, position);
  return {
    head: readRecord(source, { offset: 0, length }),
    tail: readRecord(source, { offset: position - length, length }),
  };
}
