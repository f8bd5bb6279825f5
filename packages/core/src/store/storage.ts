import type { LogName } from "../dialects/log-name.ts";
import type { NewBlob } from "../format/blob.ts";
import type { LogHandle } from "../log/log-handle.ts";
import type { ByteSource } from "../log/byte-source.ts";
import type { Trash } from "./trash.ts";

/** A log that a storage holds, or one of another agent. */
export type LogRef = LogName;

/** A log opened for reading. */
export interface ReadableLog extends ByteSource {
  close(): void;
}

/** Where logs are kept: the seam behind which another storage engine fits. */
export interface LogStorage {
  /** Where deleted logs go. */
  readonly trash: Trash;
  /** The logs that are there now. */
  logs(): LogRef[];
  /** The name that a log of that id has, or will have. */
  locate(cwd: string, id: string): string;
  /**
   * Makes a log that is there whole or not at all.
   * @throws LogIoError, also if there is one of that id
   */
  create(cwd: string, id: string, chunks: Iterable<Uint8Array>): LogRef;
  /**
   * Puts blobs beside the log of that name, which need not be there yet: they are there for good when this returns, so
   * that lines that need them can follow.
   * @throws LogIoError
   */
  putBlobs(file: string, blobs: readonly NewBlob[]): void;
  /** @throws NotFoundError, NotASessionError, LogIoError */
  openToRead(log: LogRef): ReadableLog;
  /** @throws NotFoundError, NotASessionError, LogIoError */
  openToAppend(log: LogRef): LogHandle;
  /** Calls back soon after a log was made or has grown, whoever wrote; gives the function that ends it. */
  watch(changed: (log: LogRef) => void): () => void;
}
