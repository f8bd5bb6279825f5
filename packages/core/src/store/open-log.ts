import { NotASessionError, UnsupportedVersionError } from "../errors.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { native } from "../dialects/native.ts";
import { detectDialect } from "../dialects/registry.ts";
import { FileSource } from "../log/file-source.ts";
import { logName } from "./list-logs.ts";
import type { LogRef } from "./storage.ts";

/** A dialect shows in a file's first bytes. */
const START = 1 << 16;

/**
 * A log file of any dialect, by its path.
 * @throws NotFoundError, LogIoError, NotASessionError, UnsupportedVersionError for a format that is only recognised
 */
export function logAt(file: string): LogRef {
  const dialect = dialectOf(file);
  return { file, dialect, fallbackId: dialect.fallbackId(logName(file)) };
}

function dialectOf(file: string): Dialect {
  const source = FileSource.open(file);
  try {
    const start = Buffer.alloc(Math.min(START, source.size()));
    source.read(start, 0);
    if (start.length === 0) throw new NotASessionError(file, "it is empty");
    const detected = detectDialect(start);
    if (detected === undefined) return native;
    if ("unsupported" in detected) throw new UnsupportedVersionError(file, detected.unsupported);
    return detected;
  } finally {
    source.close();
  }
}
