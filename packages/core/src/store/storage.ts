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

/**
 * Where logs are kept: the seam behind which another storage engine fits. It keeps bytes and looks at none of them, but
 * for newlines and the id in a header. `engineChecks` of `@session-tree/core/testing` are its promises, as checks.
 */
export interface LogStorage {
  /** Where deleted logs go. */
  readonly trash: Trash;
  /** The logs that are there now. @throws LogIoError */
  logs(): LogRef[];
  /** Whether a log of this name is one of this storage, there or not. */
  holds(log: Pick<LogRef, "file">): boolean;
  /** The name that a log of that id has, or will have. */
  locate(cwd: string, id: string): string;
  /**
   * Makes a log of these bytes that is there, and on disk, whole or not at all.
   * @param chunks each holds its bytes only until the next is asked for
   * @throws LogIoError, also if there is one of that id; DurabilityUnknownError: it is there
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
