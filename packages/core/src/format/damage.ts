/** What can be wrong with a byte range of a log. */
export type DamageKind =
  /** The last bytes have no newline yet: torn, or still being written. */
  | "torn-tail"
  /** Bytes that are no JSON value. */
  | "not-json"
  /** NUL bytes, as a power cut leaves them. */
  | "nul"
  /** A line that is longer than any entry; it was passed over. */
  | "too-long"
  /** A JSON value that is no entry. */
  | "no-entry"
  /** Several lines glued together; what was intact among them was read. */
  | "glued"
  /** An entry whose `id` or `parentId` cannot be used; it got a derived one. */
  | "bad-id"
  /** An entry whose body is broken or does not fit the format: it stands in the tree, but contributes nothing. */
  | "bad-body"
  /** Another entry with the same id stands before it and keeps the identity. */
  | "duplicate-id"
  /** A line of a batch that is not there whole. */
  | "open-batch"
  /** The header is not the first line. */
  | "late-header"
  /** A header behind the first one. */
  | "extra-header"
  /** The parent is not in the log. */
  | "gap"
  /** The entry is its own ancestor. */
  | "cycle"
  /** What the entry is about is not in the log. */
  | "missing-target"
  /** A blob of the entry is not there, or holds other bytes: a preview and a note stand for its text or image. */
  | "missing-blob"
  /** Blobs beside a log that no entry of it names: only a notice. */
  | "unused-blobs"
  /** Blobs whose log is gone: only a notice. */
  | "orphan-blobs";

/** Where something stands in a file, in bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** A byte range that is no valid entry, or an entry that cannot be linked. */
export interface Damage extends ByteRange {
  /** Where it is not the log itself: another file that its session is read from. */
  readonly file?: string;
  readonly kind: DamageKind;
  readonly detail: string;
}
