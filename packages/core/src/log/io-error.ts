import { LogIoError } from "../errors.ts";

const CODES: Readonly<Record<string, "DISK_FULL" | "READ_ONLY">> = {
  ENOSPC: "DISK_FULL",
  EDQUOT: "DISK_FULL",
  EFBIG: "DISK_FULL",
  EROFS: "READ_ONLY",
  EACCES: "READ_ONLY",
  EPERM: "READ_ONLY",
};

/** What the operating system refused, as one of our errors. */
export function ioError(file: string, cause: unknown): LogIoError {
  const { code, errno } = (cause ?? {}) as NodeJS.ErrnoException;
  // Node has no name for EDQUOT on Linux.
  if (errno === -122) return new LogIoError("DISK_FULL", file, cause);
  return new LogIoError((code === undefined ? undefined : CODES[code]) ?? "IO", file, cause);
}
