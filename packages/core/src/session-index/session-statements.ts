import { SESSION_COLUMNS } from "./session-row.ts";
import type { SqliteDatabase } from "./sqlite.ts";

const ENTRY = "id, parent, type, role, time, target, label, kept, offset, length, version, stated";

const OF_SESSION = "key BETWEEN @no << 30 AND (@no + 1 << 30) - 1";

/**
 * The statements on the index's tables.
 * @throws SQLite's error if the tables are not those of the newest schema
 */
export function sessionStatements(database: SqliteDatabase) {
  const prepare = (sql: string) => database.prepare(sql);
  const places = SESSION_COLUMNS.map(() => "?").join(", ");
  return {
    find: prepare(`SELECT no, ${SESSION_COLUMNS.join(", ")} FROM sessions WHERE file = ?`),
    files: prepare("SELECT file FROM sessions ORDER BY no"),
    insert: prepare(`INSERT INTO sessions (${SESSION_COLUMNS.join(", ")}) VALUES (${places})`),
    update: prepare(
      `UPDATE sessions SET ${SESSION_COLUMNS.map((column) => `${column} = ?`).join(", ")} WHERE no = ? AND checksum = ?`,
    ),
    remove: [
      prepare(`DELETE FROM entries WHERE ${OF_SESSION}`),
      prepare("DELETE FROM leaves WHERE session = @no"),
      prepare("DELETE FROM damage WHERE session = @no"),
      prepare("DELETE FROM sessions WHERE no = @no"),
    ],
    entries: prepare(`SELECT ${ENTRY} FROM entries WHERE ${OF_SESSION} ORDER BY key`),
    addEntry: prepare(`INSERT INTO entries (key, ${ENTRY}) VALUES (? << 30 | ?${", ?".repeat(12)})`),
    leaves: prepare(
      "SELECT id FROM leaves JOIN entries ON key = session << 30 | seq WHERE session = ? ORDER BY seq",
    ),
    addLeaf: prepare("INSERT INTO leaves (session, seq) VALUES (?, ?)"),
    clearLeaves: prepare("DELETE FROM leaves WHERE session = ?"),
    damage: prepare(
      "SELECT offset, length, kind, detail FROM damage WHERE session = ? AND body = ? ORDER BY seq",
    ),
    addDamage: prepare(
      "INSERT INTO damage (session, body, seq, offset, length, kind, detail) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ),
    filesWithEntry: prepare(
      "SELECT file FROM sessions WHERE no IN (SELECT key >> 30 FROM entries WHERE id = ?) ORDER BY no",
    ),
    filesOfSession: prepare("SELECT file FROM sessions WHERE id = ? ORDER BY no"),
  };
}
