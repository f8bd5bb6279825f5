import { troubleOf, type IndexTrouble, type IndexUnavailable } from "./index-unavailable.ts";
import type { SqliteDatabase, SqliteStatement, SqliteTransaction } from "./sqlite.ts";

export interface CacheHooks {
  readonly onProblem?: (problem: IndexUnavailable) => void;
  /** Milliseconds in which no write is tried after one was refused: each might block for as long as a lock is held. */
  readonly writePause?: number;
  /** Is called once the database is closed because it turned out to be corrupt. */
  readonly onCorrupt?: () => void;
}

/** A database that is only a cache: it may fail at any time, and whoever asks then reads the logs. */
export class CacheDatabase {
  readonly #database: SqliteDatabase;
  readonly #file: string;
  readonly #version: number;
  readonly #versionNow: SqliteStatement;
  /** Made once: making one takes longer than to ask for a row. */
  readonly #transaction: SqliteTransaction<[work: () => unknown], unknown>;
  readonly #hooks: CacheHooks;
  readonly #reported = new Set<IndexTrouble>();
  #writeAgainAt = 0;
  #trouble: IndexTrouble | undefined;

  /** @param version that of the schema that its statements were made for */
  constructor(database: SqliteDatabase, file: string, version: number, hooks: CacheHooks) {
    this.#database = database;
    this.#file = file;
    this.#version = version;
    this.#versionNow = database.prepare("SELECT user_version AS version FROM pragma_user_version");
    this.#transaction = database.transaction((work: () => unknown) => this.#guarded(work));
    this.#hooks = hooks;
  }

  /** Reads from one state of the database, whatever other processes write meanwhile; undefined: it cannot be read. */
  ask<T>(work: () => T): T | undefined {
    return this.#database.inTransaction ? work() : this.#attempt(() => this.#transaction(work) as T);
  }

  /** Writes all or nothing; undefined: nothing. */
  write<T>(work: () => T): T | undefined {
    if (performance.now() < this.#writeAgainAt) return undefined;
    return this.#attempt(() => this.#transaction.immediate(work) as T, this.#hooks.writePause);
  }

  /** Does what cannot be part of a transaction. */
  maintain<T>(work: () => T): T | undefined {
    return this.#attempt(work);
  }

  /** Why the last thing failed that did. */
  get trouble(): IndexTrouble | undefined {
    return this.#trouble;
  }

  close(): void {
    this.#database.close();
  }

  /** Another process may have brought the file to a later version, whose rows mean something else. */
  #guarded<T>(work: () => T): T {
    const { version } = this.#versionNow.get() as { version: number };
    if (version !== this.#version) throw new OtherVersion(`it is of version ${version} now`);
    return work();
  }

  #attempt<T>(work: () => T, pause = 0): T | undefined {
    if (!this.#database.open) return undefined;
    try {
      return work();
    } catch (error) {
      const newer = error instanceof OtherVersion;
      const trouble = newer
        ? ({ reason: "newer", detail: error.message } as const)
        : troubleOf(error, this.#file);
      if (trouble === undefined) throw error;
      this.#writeAgainAt = Math.max(this.#writeAgainAt, performance.now() + pause);
      this.#fail(trouble);
      return undefined;
    }
  }

  #fail(trouble: IndexUnavailable): void {
    this.#trouble = trouble.reason;
    if (trouble.reason === "corrupt" || trouble.reason === "newer") this.#database.close();
    if (trouble.reason === "corrupt") this.#hooks.onCorrupt?.();
    if (this.#reported.has(trouble.reason)) return;
    this.#reported.add(trouble.reason);
    this.#hooks.onProblem?.(trouble);
  }
}

class OtherVersion extends Error {}
