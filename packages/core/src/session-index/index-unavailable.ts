import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { NoFileError } from "./create-private.ts";

/**
 * Why there is no index, or why one did not serve. Never more than slowness: the logs answer.
 *
 * `newer` and `foreign`: the file is of a later version, or no index of ours; it is left alone.
 */
export type IndexTrouble = "no-module" | "locked" | "read-only" | "newer" | "foreign" | "corrupt" | "io";

export interface IndexUnavailable {
  readonly reason: IndexTrouble;
  readonly detail: string;
}

/** What an error of SQLite or of the file system means for the index at `file`; undefined: it is neither. */
export function troubleOf(error: unknown, file: string): IndexUnavailable | undefined {
  if (!(error instanceof Error)) return undefined;
  const detail = error.message;
  if (error instanceof NoFileError) return { reason: "foreign", detail };
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) return { reason: "locked", detail };
  if (code.startsWith("SQLITE_READONLY")) return { reason: "read-only", detail };
  // SQLITE_ERROR: the tables are not those that the version promises.
  if (/^SQLITE_(NOTADB|CORRUPT|ERROR$|MISMATCH|CONSTRAINT)/.test(code)) return { reason: "corrupt", detail };
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return { reason: "read-only", detail };
  if (/^(SQLITE_|E[A-Z0-9]+$)/.test(code)) return { reason: isWritable(file) ? "io" : "read-only", detail };
  // better-sqlite3 checks the directory itself.
  if (error instanceof TypeError && detail.includes("directory does not exist"))
    return { reason: "io", detail };
  return undefined;
}

function isWritable(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK);
    accessSync(file, constants.W_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}
