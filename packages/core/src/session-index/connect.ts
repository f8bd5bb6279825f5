import { INDEX_APPLICATION_ID, newestIndex } from "@session-tree/migrations";
import { createPrivate } from "./create-private.ts";
import type { IndexUnavailable } from "./index-unavailable.ts";
import type { SqliteConstructor, SqliteDatabase } from "./sqlite.ts";

/**
 * Opens the database of an index and brings it to the newest schema; gives why not if it is not ours to touch.
 * @throws what SQLite and the file system throw
 */
export function connect(
  file: string,
  Sqlite: SqliteConstructor,
  timeout: number,
): SqliteDatabase | IndexUnavailable {
  createPrivate(file);
  const database = new Sqlite(file, { timeout });
  try {
    const refused = refusal(database);
    if (refused === undefined) {
      prepare(database);
      return database;
    }
    database.close();
    return refused;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Asked before anything is changed. */
function refusal(database: SqliteDatabase): IndexUnavailable | undefined {
  const { application, version, tables } = marksOf(database);
  if (application === 0 && version === 0 && tables === 0) return undefined;
  if (application !== INDEX_APPLICATION_ID) {
    return {
      reason: "foreign",
      detail: `its application id is ${application}: it is no index of session-tree`,
    };
  }
  if (version <= newestIndex.version) return undefined;
  return {
    reason: "newer",
    detail: `it is of version ${version}; this program knows ${newestIndex.version}`,
  };
}

function prepare(database: SqliteDatabase): void {
  // The file may come from somewhere else: its schema gets no rights, its pages no trust.
  database.pragma("trusted_schema = OFF");
  database.pragma("cell_size_check = ON");
  database.pragma("journal_mode = WAL");
  // A power cut may damage the file then: it is built anew.
  database.pragma("synchronous = OFF");
  database.pragma("journal_size_limit = 1048576");
  if (isCurrent(database)) return;
  database
    .transaction(() => {
      // Another process may have been faster.
      if (isCurrent(database) || refusal(database) !== undefined) return;
      for (const table of tablesOf(database)) database.exec(`DROP TABLE "${table.replaceAll('"', '""')}"`);
      database.exec(newestIndex.sql);
      database.pragma(`application_id = ${INDEX_APPLICATION_ID}`);
      database.pragma(`user_version = ${newestIndex.version}`);
    })
    .immediate();
}

function isCurrent(database: SqliteDatabase): boolean {
  const { application, version } = marksOf(database);
  return application === INDEX_APPLICATION_ID && version === newestIndex.version;
}

/** All from one moment: another process may be making the tables. */
function marksOf(database: SqliteDatabase): { application: number; version: number; tables: number } {
  const simple = { simple: true };
  return database.transaction(() => ({
    application: database.pragma("application_id", simple) as number,
    version: database.pragma("user_version", simple) as number,
    tables: tablesOf(database).length,
  }))();
}

function tablesOf(database: SqliteDatabase): string[] {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  return (database.prepare(sql).all() as { name: string }[]).map(({ name }) => name);
}
