import { LogIoError, SessionTreeError } from "../errors.ts";

const CODES: Readonly<Record<string, "DISK_FULL" | "READ_ONLY">> = {
  ENOSPC: "DISK_FULL",
  EDQUOT: "DISK_FULL",
  EFBIG: "DISK_FULL",
  EROFS: "READ_ONLY",
  EACCES: "READ_ONLY",
  EPERM: "READ_ONLY",
};

/** What the operating system refused, as one of our errors. `hint` says what to do if it was no append. */
export function ioError(file: string, cause: unknown, hint?: string): LogIoError {
  if (cause instanceof LogIoError) return cause;
  const { code, errno } = (cause ?? {}) as NodeJS.ErrnoException;
  // Node has no name for EDQUOT on Linux.
  if (errno === -122) return new LogIoError("DISK_FULL", file, cause, hint);
  return new LogIoError((code === undefined ? undefined : CODES[code]) ?? "IO", file, cause, hint);
}

/** Does what the operating system may refuse. @throws LogIoError, or our own error that `work` threw */
export function orIoError<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof SessionTreeError ? error : ioError(file, error);
  }
}

/** What `work` gives; undefined if something was refused that nothing hangs on. */
export function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof SessionTreeError) return undefined;
    throw error;
  }
}
