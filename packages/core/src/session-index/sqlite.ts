import { createRequire } from "node:module";
import type Database from "better-sqlite3";

/** What of `better-sqlite3` the index uses. */
export interface SqliteDatabase {
  readonly open: boolean;
  readonly inTransaction: boolean;
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  pragma(source: string, options?: { simple: boolean }): unknown;
  transaction<A extends unknown[], T>(work: (...given: A) => T): SqliteTransaction<A, T>;
  close(): unknown;
}

export interface SqliteStatement {
  run(...parameters: unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
}

export interface SqliteTransaction<A extends unknown[], T> {
  (...given: A): T;
  /** Takes the write lock at its begin. */
  immediate(...given: A): T;
}

export type SqliteConstructor = new (file: string, options: Database.Options) => SqliteDatabase;

/**
 * Loads the native module, which is an optional dependency.
 * @throws whatever its loading throws where it is missing, or built for another Node.js
 */
export async function loadSqlite(): Promise<SqliteConstructor> {
  // Node takes 7 ms more to import a CommonJS module.
  const Sqlite = createRequire(import.meta.url)("better-sqlite3") as SqliteConstructor;
  // The binary is loaded by the first database only.
  new Sqlite(":memory:", {}).close();
  return Sqlite;
}
