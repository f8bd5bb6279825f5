import { existsSync, statSync } from "node:fs";
import { newestSearch, SEARCH_APPLICATION_ID } from "@session-tree/migrations";
import { CacheDatabase, type CacheHooks } from "../session-index/cache-database.ts";
import { fileKey, fileOfKey } from "../session-index/file-key.ts";
import type { IndexUnavailable } from "../session-index/index-unavailable.ts";
import { openCache, type CacheKind, type IndexOptions } from "../session-index/open-cache.ts";
import type { SqliteDatabase } from "../session-index/sqlite.ts";
import type { Branches } from "./branches.ts";
import { LogRows, type FoundPlace, type LogRow } from "./log-rows.ts";
import { KeptTexts } from "./kept-texts.ts";
import type { Known, Slice } from "./slices.ts";

/** A cache of where the words of all logs stand. It tells which entries may answer; they are then read. */
export class SearchIndex {
  readonly #database: SqliteDatabase;
  readonly #cache: CacheDatabase;
  readonly #rows: LogRows;
  readonly file: string;
  readonly #keys = new Map<string, string>();
  /** Of rows as they were read: a row that changed is another one. */
  readonly #branches = new WeakMap<LogRow, Branches>();
  #known: { readonly version: unknown; readonly logs: ReadonlyMap<string, LogRow> } | undefined;

  /** @throws SQLite's error if the tables are not there: `openSearchIndex` opens the database and makes them */
  constructor(database: SqliteDatabase, file: string, hooks: CacheHooks = {}) {
    this.#database = database;
    this.#cache = new CacheDatabase(database, file, newestSearch.version, hooks);
    this.#rows = new LogRows(database);
    this.file = file;
  }

  /** Whether it can be asked: a corrupt one closes itself. */
  get isOpen(): boolean {
    return this.#database.open;
  }

  /** How the index names a log. */
  keyOf({ file }: { readonly file: string }): string {
    const known = this.#keys.get(file);
    if (known !== undefined) return known;
    const key = fileKey(this.file, file);
    this.#keys.set(file, key);
    return key;
  }

  /** What it has of each log, by the log's key; undefined: it cannot be read. */
  logs(): ReadonlyMap<string, LogRow> | undefined {
    return this.#cache.ask(() => {
      // Changes with every write of another process.
      const version = this.#database.pragma("data_version", { simple: true });
      if (this.#known?.version !== version) {
        const logs = new Map(this.#rows.all().map((row) => [row.file, row]));
        this.#known = { version, logs };
      }
      return this.#known!.logs;
    });
  }

  /** The logs among them whose files are gone; those that only this store does not know are kept for others. */
  gone(rows: Iterable<LogRow>, logs: readonly { readonly file: string }[]): LogRow[] {
    const known = new Set(logs.map((log) => this.keyOf(log)));
    const isGone = ({ file: key }: LogRow): boolean => {
      const file = fileOfKey(this.file, key);
      // A file of several sessions is named with a part.
      return !existsSync(file) && !existsSync(file.replace(/#[^#]*$/, ""));
    };
    return [...rows].filter((row) => !known.has(row.file) && isGone(row));
  }

  /** On which branches the entries of a log are; undefined: that is lost. Only while `search` shows its places. */
  branches(row: LogRow): Branches | undefined {
    const branches = this.#branches.get(row) ?? this.#rows.branches(row);
    if (branches !== undefined) this.#branches.set(row, branches);
    return branches;
  }

  /** What it has of a log, as far as one needs to know to read on. */
  known(row: LogRow): Known {
    return { row, marks: this.#cache.ask(() => this.#rows.texts.marks(row.no)) ?? [] };
  }

  /** What is kept of the texts of logs that are told anew. Only while `search` shows its places. */
  texts(): KeptTexts {
    return new KeptTexts((log, offset) => this.#rows.texts.block(log, offset));
  }

  /** Adds what was read; where that cannot be done, `locked` is what passes. */
  keep(slices: readonly Slice[]): "kept" | "locked" | "refused" {
    const kept = this.#write(() => {
      this.#rows.keep(slices);
      return true;
    });
    if (kept === true) return "kept";
    return this.#cache.trouble === "locked" ? "locked" : "refused";
  }

  /** Forgets logs, if that can be done just now. */
  forget(rows: readonly LogRow[]): void {
    this.#write(() => this.#rows.remove(rows));
  }

  /** Forgets logs so that nothing of their words is left in the file. */
  erase(rows: readonly LogRow[]): void {
    this.#write(() => {
      this.#rows.remove(rows);
      this.#rows.merge();
    });
    this.#cache.maintain(() => this.#database.exec("VACUUM"));
  }

  /** Forgets everything. */
  clear(): void {
    this.#write(() => this.#rows.clear());
  }

  /** What is wrong with the file; empty: nothing; undefined: it cannot be read. */
  check(): string | undefined {
    return this.#cache.ask(() => {
      const found = this.#database.pragma("quick_check(1)", { simple: true });
      return found === "ok" ? "" : String(found);
    });
  }

  #write<T>(work: () => T): T | undefined {
    this.#known = undefined;
    return this.#cache.write(work);
  }

  /** Shows places of entries that may answer, the newest first, until `visit` gives false; gives whether it could. */
  search(expression: string, since: number, visit: (place: FoundPlace) => boolean): boolean {
    const done = this.#cache.ask(() => {
      for (const place of this.#rows.find(expression, since)) if (!visit(place)) break;
      return true;
    });
    return done ?? false;
  }

  /** Gives space that is free in the file back, if that is worth writing it anew. */
  shrink(): void {
    this.#cache.maintain(() => {
      const simple = { simple: true };
      const free = this.#database.pragma("freelist_count", simple) as number;
      if (free * 50 > (this.#database.pragma("page_count", simple) as number)) this.#database.exec("VACUUM");
    });
  }

  /** Its size on disk, in bytes. */
  size(): number {
    const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    return sizeOf(this.file) + sizeOf(`${this.file}-wal`);
  }

  close(): void {
    this.#cache.close();
  }
}

const KIND: CacheKind<SearchIndex> = {
  schema: { ...newestSearch, application: SEARCH_APPLICATION_ID },
  open: (database, file, hooks) => new SearchIndex(database, file, hooks),
};

/** Opens the search index at `file`, as `openCache` does. */
export async function openSearchIndex(
  file: string,
  options: IndexOptions = {},
): Promise<SearchIndex | IndexUnavailable> {
  return openCache(file, KIND, options);
}
