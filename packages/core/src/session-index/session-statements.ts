import { SESSION_COLUMNS } from "./session-row.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/**
 * The statements on the index's tables, but for that of heads.
 * @throws SQLite's error if the tables are not those of the newest schema
 */
export function sessionStatements(database: SqliteDatabase) {
  const prepare = (sql: string) => database.prepare(sql);
  const places = SESSION_COLUMNS.map(() => "?").join(", ");
  return {
    find: prepare(`SELECT no, ${SESSION_COLUMNS.join(", ")} FROM sessions WHERE file = ?`),
    files: prepare("SELECT file FROM sessions ORDER BY no"),
    briefs: prepare("SELECT no, file, brief, brief_sum FROM sessions"),
    summary: prepare("SELECT summary FROM sessions WHERE no = ?"),
    /** Changes nothing if there is a row of this file. */
    insert: prepare(
      `INSERT INTO sessions (${SESSION_COLUMNS.join(", ")}) VALUES (${places}) ON CONFLICT (file) DO NOTHING`,
    ),
    update: prepare(
      `UPDATE sessions SET ${SESSION_COLUMNS.map((column) => `${column} = ?`).join(", ")} WHERE no = ? AND checksum = ?`,
    ),
    remove: [prepare("DELETE FROM leaves WHERE session = ?"), prepare("DELETE FROM sessions WHERE no = ?")],
    place: prepare("SELECT no FROM sessions WHERE file = ? AND identity = ? AND size >= ? AND linked = 1"),
    isLeaf: prepare("SELECT 1 FROM leaves WHERE session = ? AND id = ?"),
    addLeaf: prepare("INSERT INTO leaves (session, id) VALUES (?, ?)"),
    dropLeaf: prepare("DELETE FROM leaves WHERE session = ? AND id = ?"),
  };
}
