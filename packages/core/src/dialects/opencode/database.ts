import { NotASessionError } from "../../errors.ts";
import { orIoError } from "../../log/io-error.ts";
import { databaseState, readableDatabase } from "./database-files.ts";
import { openDatabase, type OpenDatabase } from "./sqlite.ts";

/** A copy is made once for all sessions that are read soon after one another. */
const KEEP = 5_000;

interface Kept {
  readonly database: OpenDatabase;
  readonly file: string;
  readonly state: string;
  users: number;
  idle?: NodeJS.Timeout;
}

let kept: Kept | undefined;

/**
 * What `work` reads from a database of opencode. It stays open a little for the next one.
 * @throws NotFoundError, LogIoError, or NotASessionError if SQLite cannot read it
 */
export function* withDatabase<T>(file: string, work: (database: OpenDatabase) => Iterable<T>): Generator<T> {
  const used = keptFor(file);
  used.users++;
  try {
    yield* work(used.database);
  } finally {
    used.users--;
    used.idle?.refresh();
  }
}

/** While it is in use, whoever uses it last brings this up again. */
function release(used: Kept): void {
  if (used.users > 0) return;
  clearTimeout(used.idle);
  if (kept === used) kept = undefined;
  if (used.database.open) used.database.close();
}

function keptFor(file: string): Kept {
  const state = orIoError(file, () => databaseState(file));
  if (kept?.file === file && kept.state === state) return kept;
  const opened: Kept = { database: open(file), file, state, users: 0 };
  opened.idle = setTimeout(() => release(opened), KEEP).unref();
  const before = kept;
  kept = opened;
  if (before !== undefined) release(before);
  return opened;
}

function open(file: string): OpenDatabase {
  const readable = orIoError(file, () => readableDatabase(file));
  try {
    const database = openDatabase(readable.file);
    // It opens its files with the first statement; then the copy's names are not needed any more.
    database.pragma("schema_version");
    return database;
  } catch (error) {
    throw new NotASessionError(
      file,
      isMissingModule(error) ? "better-sqlite3 is needed to read it" : reasonOf(error),
    );
  } finally {
    readable.remove();
  }
}

function isMissingModule(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === "MODULE_NOT_FOUND" || code === "ERR_DLOPEN_FAILED";
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
