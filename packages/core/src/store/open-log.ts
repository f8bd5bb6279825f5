import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { AmbiguousError, NotASessionError, UnsupportedVersionError } from "../errors.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { foreignLog, logName, splitPart } from "../dialects/log-name.ts";
import { native } from "../dialects/native.ts";
import { detectDialect } from "../dialects/registry.ts";
import type { Translation } from "../dialects/translation.ts";
import { startOfFile } from "../log/start-of-file.ts";
import type { LogRef } from "./storage.ts";

/** A file of this kind may hold several sessions. */
const DATABASE = Buffer.from("SQLite format 3\0");

/**
 * A log file of any dialect, by its path; of a file that holds several sessions, by `path#part`.
 * @throws NotFoundError, LogIoError, NotASessionError, UnsupportedVersionError for a format that is only recognised,
 * AmbiguousError for a file of several sessions
 */
export function logAt(path: string): LogRef {
  const { file, part } = (existsSync(path) ? undefined : splitPart(path)) ?? { file: path, part: undefined };
  const start = startOfFile(file);
  if (start.length === 0) throw new NotASessionError(file, "it is empty");
  const dialect = dialectOf(file, start);
  const { translation } = dialect;
  if (translation === undefined) return { file, dialect, fallbackId: dialect.fallbackId(logName(file)) };
  const several = start.subarray(0, DATABASE.length).equals(DATABASE);
  const found = several ? sessionsOf(file, translation) : [];
  const wanted = found.filter((session) => part === undefined || session.part === part);
  if (wanted.length > 1) throw new AmbiguousError("sessions", path, wanted.map(candidateOf(dialect)));
  return foreignLog(dialect, wanted[0] ?? { file, part });
}

/** Whether a path, or what stands before the `#` of one, leads to a file. */
export function leadsToFile(path: string): boolean {
  return existsSync(path) || existsSync(splitPart(path)?.file ?? path);
}

function sessionsOf(file: string, translation: Translation) {
  return [...translation.sessions(dirname(file))].filter((session) => session.file === file);
}

function candidateOf(dialect: Dialect) {
  return (session: Parameters<typeof foreignLog>[1]) => {
    const { file, fallbackId } = foreignLog(dialect, session);
    return { id: fallbackId, title: session.name ?? basename(file), file };
  };
}

function dialectOf(file: string, start: Buffer): Dialect {
  const detected = detectDialect(start);
  if (detected === undefined) return native;
  if ("unsupported" in detected) throw new UnsupportedVersionError(file, detected.unsupported);
  return detected;
}
