import type { BlobRef, NewBlob } from "../format/blob.ts";
import { isContentOf } from "../format/blob.ts";
import type { Entry } from "../format/entries.ts";
import { blobsIn } from "../format/restore.ts";
import { validateEntry } from "../format/validate.ts";
import { parseRecord } from "../log/log-map.ts";
import type { SessionLog } from "./session-log.ts";

/** Puts blobs where the log whose lines need them will find them. */
export type PutBlobs = (blobs: readonly NewBlob[]) => void;

/** Where copied lines come from. */
export interface BlobOrigin {
  readonly log: SessionLog;
  /** The name of the log, if its blobs may be shared with the copy. */
  readonly file?: string;
}

/** Gives lines on, several at once or not, and before it ends puts the blobs that they need where the copy will find them. */
export function* carryBlobs(
  lines: Iterable<Buffer>,
  { log, file }: BlobOrigin,
  put: PutBlobs,
): Generator<Buffer> {
  if (!log.hasBlobs()) {
    yield* lines;
    return;
  }
  const needed = new Map<string, BlobRef>();
  for (const some of lines) {
    for (const line of eachLine([some])) for (const ref of blobsOfLine(line)) needed.set(ref.sha256, ref);
    yield some;
  }
  put([...needed.values()].map((ref) => ({ ...ref, origin: file, content: () => intactBlob(log, ref) })));
}

/** Lines one by one, with their newlines. */
export function* eachLine(lines: Iterable<Buffer>): Generator<Buffer> {
  for (const some of lines) {
    for (let from = 0, end = 0; from < some.length; from = end) {
      end = some.indexOf(0x0a, from) + 1 || some.length;
      yield some.subarray(from, end);
    }
  }
}

/** `"blob"` as JSON writes it, and the start of every escape that could hide a letter of it. */
const MARKS = ['"blob"', "\\u00"].map((mark) => Buffer.from(mark));

function blobsOfLine(line: Buffer): BlobRef[] {
  if (!MARKS.some((mark) => line.includes(mark))) return [];
  const value = parseRecord(line);
  return validateEntry(value).length === 0 ? blobsIn(value as Entry) : [];
}

function intactBlob(log: SessionLog, ref: BlobRef): Buffer | undefined {
  const content = log.blob(ref);
  return isContentOf(content, ref) ? content : undefined;
}
