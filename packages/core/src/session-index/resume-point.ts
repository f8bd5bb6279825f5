import { createHash } from "node:crypto";
import type { ByteSource } from "../log/byte-source.ts";
import { readRecord, type LogMap } from "../log/log-map.ts";

/** How far a log was read, and how to recognise that what was read is still the same. */
export interface ResumePoint {
  /** The first byte that is not settled. */
  readonly position: number;
  /** Of the first bytes before it. */
  readonly head: Uint8Array;
  /** Of the last bytes before it; null: reading cannot go on from here. */
  readonly tail: Uint8Array | null;
}

const PROBE = 4096;
const NEWLINE = 0x0a;

/** The point from which a map of `source` can be gone on with. */
export function resumePointOf(source: ByteSource, map: Pick<LogMap, "position" | "damage">): ResumePoint {
  const { position } = map;
  return {
    position,
    head: headHash(source, position),
    tail: isSettled(source, map) ? tailHash(source, position) : null,
  };
}

/** Whether the bytes before the point are, as far as one looks, those that were read. */
export function canResume(source: ByteSource, { position, head, tail }: ResumePoint): boolean {
  if (tail === null || source.size() < position) return false;
  return headHash(source, position).equals(head) && tailHash(source, position).equals(tail);
}

/**
 * A last line that counted without its newline may yet turn out to be longer, and half a batch has left its traces in
 * the scan's state: a log that ends so is read from its start when it has grown.
 */
function isSettled(source: ByteSource, { position, damage }: Pick<LogMap, "position" | "damage">): boolean {
  if (damage.some(({ kind, offset }) => kind === "open-batch" && offset >= position)) return false;
  return position === 0 || readRecord(source, { offset: position - 1, length: 1 })[0] === NEWLINE;
}

function headHash(source: ByteSource, position: number): Buffer {
  return hash(readRecord(source, { offset: 0, length: Math.min(PROBE, position) }));
}

function tailHash(source: ByteSource, position: number): Buffer {
  const length = Math.min(PROBE, position);
  return hash(readRecord(source, { offset: position - length, length }));
}

function hash(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest().subarray(0, 16);
}
