import type { ByteSource } from "./byte-source.ts";

/** A log that can be appended to. Nothing else is ever done to its bytes. */
export interface LogHandle extends ByteSource {
  /**
   * Appends whole lines, behind a newline if the log does not end with one. When it returns, a crash of the process
   * loses nothing.
   * @returns whether the handle had to turn to another file under the same name: what was read before is void.
   * @throws LogIoError (nothing was taken in; it may be retried with the same ids), SessionGoneError
   */
  append(lines: Buffer): { reopened: boolean };
  /**
   * Resolves when everything appended before the call is on disk.
   * @throws DurabilityUnknownError
   */
  sync(): Promise<void>;
  /** Calls back soon after the log has grown, whoever wrote; gives the function that ends it. */
  watch(changed: () => void): () => void;
  close(): Promise<void>;
}
