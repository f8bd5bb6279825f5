import { createRequire } from "node:module";
import type Database from "better-sqlite3";

/** What of `better-sqlite3` is used here. */
export type OpenDatabase = Database.Database;

/**
 * Opens a database that is only read. The module is optional, and loaded by the first that needs it.
 * @throws whatever its loading throws where it is missing, and SQLite's errors
 */
export function openDatabase(file: string): OpenDatabase {
  const SqliteDatabase = createRequire(import.meta.url)("better-sqlite3") as typeof Database;
  return new SqliteDatabase(file, { readonly: true, fileMustExist: true });
}
