import { InvalidEntryError } from "../errors.ts";
import type { NewBlob } from "../format/blob.ts";
import { isTooDeep, MAX_DEPTH } from "../format/depth.ts";
import { encodeEntry } from "../format/encode.ts";
import type { Entry, EntryOf, KnownEntryType } from "../format/entries.ts";
import { isAnnotation } from "../format/entry-kinds.ts";
import { FORMAT_VERSION } from "../format/header.ts";
import { newId } from "../format/ids.ts";
import type { JsonObject } from "../format/json.ts";
import { blobsIn } from "../format/restore.ts";
import { spillEntry } from "../format/spill.ts";
import { validateEntry } from "../format/validate.ts";

type Envelope = "id" | "parentId" | "timestamp" | "batch";

/** `Omit` that leaves an index signature's known keys in place. */
type Without<T, K extends PropertyKey> = { [P in keyof T as P extends K ? never : P]: T[P] };

/** An entry to append. What is left out of `id`, `parentId` and `timestamp` is set; what is given is kept. */
export type NewEntry =
  | {
      [T in KnownEntryType]: Without<EntryOf<T>, Envelope> &
        Partial<Pick<Entry, "id" | "parentId" | "timestamp">>;
    }[KnownEntryType]
  | ({ type: string } & JsonObject);

/** An entry with its envelope, its line, and the blobs that must be there before that line is written. */
export interface PreparedEntry {
  readonly entry: Entry;
  readonly line: Buffer;
  readonly blobs: readonly NewBlob[];
}

/**
 * Completes entries to be appended under `leaf`, each under the one before it, and encodes them. Several form a batch
 * that is there whole or not at all.
 * @param spillAbove texts and images of more bytes become blobs; by default none do
 * @param front what the store itself writes before them, in the same batch; it comes first in the answer
 * @throws InvalidEntryError
 */
export function prepareEntries(
  entries: readonly NewEntry[],
  session: string,
  leaf: string | null,
  now: Date,
  spillAbove = Infinity,
  front: readonly NewEntry[] = [],
): PreparedEntry[] {
  const size = front.length + entries.length;
  const batchId = size > 1 ? newId() : undefined;
  let parent = leaf;
  return [...front, ...entries].map((given, index) => {
    const batch = batchId === undefined ? undefined : { session, id: batchId, index, size };
    const { id = newId(), parentId = parent, timestamp = now.toISOString() } = given as Partial<Entry>;
    // The envelope first, as it is written: three times faster than behind what was given.
    const entry = { type: given.type, id, parentId, timestamp, batch, ...(given as JsonObject) } as Entry;
    Object.assign(entry, { id, parentId, timestamp, batch });
    if (isTooDeep(entry)) throw new InvalidEntryError([`nested deeper than ${MAX_DEPTH} levels, or cyclic`]);
    const issues = [...validateEntry(entry), ...timeIssues(timestamp)];
    if (index >= front.length) issues.unshift(...typeIssues(entry.type));
    if (issues.length === 0) issues.push(...blobIssues(entry));
    const place = `entry ${index - front.length + 1}`;
    if (issues.length > 0)
      throw new InvalidEntryError(entries.length > 1 ? issues.map((issue) => `${place}: ${issue}`) : issues);
    if (!isAnnotation(entry.type) && parentId === parent) parent = id;
    const { entry: spilled, blobs } =
      spillAbove === Infinity ? { entry, blobs: [] } : spillEntry(entry, spillAbove);
    return { entry, line: encode(spilled), blobs };
  });
}

/** The annotation that an old log gets before its first new entry. */
export const UPGRADE: NewEntry = { type: "upgrade", version: FORMAT_VERSION };

/** Lines that only the store itself writes: a host's own would end the session, or mean nothing. */
function typeIssues(type: unknown): string[] {
  return type === "session" || type === "upgrade" ? [`type: ${type} is no entry to append`] : [];
}

/** A host's own would name a blob that need not be there. */
function blobIssues(entry: Entry): string[] {
  return blobsIn(entry).length === 0
    ? []
    : ["a `blob` block is only written by the store: give the text or image"];
}

function timeIssues(timestamp: unknown): string[] {
  return typeof timestamp === "string" && Number.isNaN(Date.parse(timestamp))
    ? ["timestamp: no ISO 8601 time"]
    : [];
}

function encode(entry: Entry): Buffer {
  try {
    return encodeEntry(entry);
  } catch (error) {
    // Too deep, cyclic, or holding a BigInt: JSON cannot say it.
    throw new InvalidEntryError([error instanceof Error ? error.message : String(error)]);
  }
}
