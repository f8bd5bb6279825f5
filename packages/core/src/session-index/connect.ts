import type { IndexSchema } from "@session-tree/migrations";
import { createPrivate } from "./create-private.ts";
import type { IndexUnavailable } from "./index-unavailable.ts";
import type { SqliteConstructor, SqliteDatabase } from "./sqlite.ts";

/** The schema of a database, and the `application_id` that marks it as ours. */
export interface CacheSchema extends IndexSchema {
  readonly application: number;
}

/**
 * Opens the database of an index and brings it to the newest schema; gives why not if it is not ours to touch.
 * @throws what SQLite and the file system throw
 */
export function connect(
  file: string,
  Sqlite: SqliteConstructor,
  timeout: number,
  schema: CacheSchema,
): SqliteDatabase | IndexUnavailable {
  createPrivate(file);
  const database = new Sqlite(file, { timeout });
  try {
    const refused = refusal(database, schema);
    if (refused === undefined) {
      prepare(database, schema);
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
function refusal(database: SqliteDatabase, schema: CacheSchema): IndexUnavailable | undefined {
  const { application, version, tables } = marksOf(database);
  if (application === 0 && version === 0 && tables === 0) return undefined;
  if (application !== schema.application) {
    return {
      reason: "foreign",
      detail: `its application id is ${application}: it is no index of session-tree`,
    };
  }
  if (version <= schema.version) return undefined;
  return {
    reason: "newer",
    detail: `it is of version ${version}; this program knows ${schema.version}`,
  };
}

function prepare(database: SqliteDatabase, schema: CacheSchema): void {
  // The file may come from somewhere else: its schema gets no rights, its pages no trust.
  database.pragma("trusted_schema = OFF");
  database.pragma("cell_size_check = ON");
  // Takes effect in an empty file alone.
  if (schema.pageSize !== undefined) database.pragma(`page_size = ${schema.pageSize}`);
  database.pragma("journal_mode = WAL");
  // A power cut may damage the file then: it is built anew.
  database.pragma("synchronous = OFF");
  database.pragma("journal_size_limit = 1048576");
  if (isCurrent(database, schema)) return;
  database
    .transaction(() => {
      // Another process may have been faster.
      if (isCurrent(database, schema) || refusal(database, schema) !== undefined) return;
      // A table of FTS5 takes its own ones with it.
      for (const table of tablesOf(database))
        database.exec(`DROP TABLE IF EXISTS "${table.replaceAll('"', '""')}"`);
      database.exec(schema.sql);
      database.pragma(`application_id = ${schema.application}`);
      database.pragma(`user_version = ${schema.version}`);
    })
    .immediate();
}

function isCurrent(database: SqliteDatabase, schema: CacheSchema): boolean {
  const { application, version } = marksOf(database);
  return application === schema.application && version === schema.version;
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
