import { setTimeout as sleep } from "node:timers/promises";
import type { CacheHooks } from "./cache-database.ts";
import { connect, type CacheSchema } from "./connect.ts";
import { troubleOf, type IndexUnavailable } from "./index-unavailable.ts";
import { setAside } from "./set-aside.ts";
import { loadSqlite, type SqliteConstructor, type SqliteDatabase } from "./sqlite.ts";

export interface IndexOptions {
  /** Milliseconds to wait, without blocking, while other processes open or create the index. */
  readonly timeout?: number;
  /** Is told once of each kind of trouble that the index has later; the answers then come from the logs. */
  readonly onProblem?: (problem: IndexUnavailable) => void;
  /** Gives the SQLite module; it may throw. */
  readonly load?: () => Promise<SqliteConstructor>;
}

/** What a database is for. */
export interface CacheKind<T extends object> {
  readonly schema: CacheSchema;
  /** @throws SQLite's error if the tables are not there */
  open(database: SqliteDatabase, file: string, hooks: CacheHooks): T;
}

const TIMEOUT = 5000;

/** SQLite waits for a lock by blocking the process, and appends with it: so never for long. */
const LOCK_WAIT = 250;

const PAUSE = 20;

/**
 * Opens the cache at `file`, and creates it in a folder that is there. Never throws: without a cache everything works.
 * A corrupt file is moved aside and built anew; a newer one, or one of someone else, is left alone.
 */
export async function openCache<T extends object>(
  file: string,
  kind: CacheKind<T>,
  options: IndexOptions = {},
): Promise<T | IndexUnavailable> {
  const { timeout = TIMEOUT, onProblem = () => undefined, load = loadSqlite } = options;
  let Sqlite: SqliteConstructor;
  try {
    Sqlite = await load();
  } catch (error) {
    return { reason: "no-module", detail: error instanceof Error ? error.message : String(error) };
  }
  let deadline: number | undefined;
  for (;;) {
    const opened = tryToOpen(file, kind, Sqlite, onProblem);
    if (!isUnavailable(opened) || opened.reason !== "locked") return opened;
    // Asked only here: with the first look at this clock, Node takes 2 ms to load it.
    deadline ??= performance.now() + timeout;
    if (performance.now() >= deadline) return opened;
    await sleep(PAUSE);
  }
}

/** Whether that is why there is no cache, and not the cache. */
export function isUnavailable(opened: object): opened is IndexUnavailable {
  return "reason" in opened;
}

function tryToOpen<T extends object>(
  file: string,
  kind: CacheKind<T>,
  Sqlite: SqliteConstructor,
  onProblem: (problem: IndexUnavailable) => void,
): T | IndexUnavailable {
  const first = open();
  if (!isUnavailable(first) || first.reason !== "corrupt") return first;
  return moveAside() ?? open();

  function open(): T | IndexUnavailable {
    return orTrouble(file, () => {
      const database = connect(file, Sqlite, LOCK_WAIT, kind.schema);
      if ("reason" in database) return database;
      try {
        return kind.open(database, file, { onProblem, onCorrupt: moveAside });
      } catch (error) {
        database.close();
        throw error;
      }
    });
  }

  /** Gives why not. */
  function moveAside(): IndexUnavailable | undefined {
    return orTrouble(file, () => {
      setAside(file, Sqlite, LOCK_WAIT, () => isCorrupt(file, kind, Sqlite));
      return undefined;
    });
  }
}

function isCorrupt(file: string, kind: CacheKind<object>, Sqlite: SqliteConstructor): boolean {
  const trouble = orTrouble(file, () => {
    const database = connect(file, Sqlite, LOCK_WAIT, kind.schema);
    if ("reason" in database) return database;
    try {
      // Fails if the tables are not there.
      kind.open(database, file, {});
      const found = database.pragma("quick_check(1)", { simple: true });
      return found === "ok" ? undefined : ({ reason: "corrupt", detail: String(found) } as const);
    } finally {
      database.close();
    }
  });
  return trouble?.reason === "corrupt";
}

function orTrouble<T>(file: string, work: () => T): T | IndexUnavailable {
  try {
    return work();
  } catch (error) {
    const trouble = troubleOf(error, file);
    if (trouble === undefined) throw error;
    return trouble;
  }
}
