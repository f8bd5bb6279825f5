import type { ByteSource } from "./byte-source.ts";

/** A log that can be appended to. Nothing else is ever done to its bytes. */
export interface LogHandle extends ByteSource {
  /**
   * Makes sure that the log's name still leads to this log: to be called before each append.
   * @returns the log's size; undefined: another file has the name now, so that what was read before is void
   * @throws SessionGoneError if there is none, or one of another session
   */
  follow(): number | undefined;
  /**
   * Ends a torn last line with a newline, so that it counts for what it is; gives whether there was one. Harmless where
   * its writer is only late.
   * @throws LogIoError
   */
  seal(): boolean;
  /**
   * Appends whole lines, behind a newline if the log does not end with one. When it returns, a crash of the process
   * loses nothing.
   * @param size what `follow` has just given; without it, the log's size is looked up
   * @returns where the lines begin, if they are known to be there byte for byte and to be the last of the log; undefined:
   * they are there, but the log must be read to know where
   * @throws LogIoError (nothing was taken in; it may be retried with the same ids), DurabilityUnknownError (all was
   * written, but it could not be read back)
   */
  append(lines: Buffer, size?: number): number | undefined;
  /**
   * Resolves when everything appended before the call is on disk.
   * @throws DurabilityUnknownError
   */
  sync(): Promise<void>;
  /** Calls back soon after the log has grown, whoever wrote; gives the function that ends it. */
  watch(changed: () => void): () => void;
  close(): Promise<void>;
}
