import { ANNOTATION_PLACES } from "./entry-row.ts";
import { SESSION_COLUMNS } from "./session-row.ts";
import type { SqliteDatabase } from "./sqlite.ts";

const ENTRY = "id, parent, type, role, time, target, label, kept, offset, length, version, stated";

/** An entry with the id of its parent, where that is named by its place. */
const FOUND = `e.id, e.parent, e.type, e.role, e.time, e.target, e.label, e.kept, e.offset, e.length, e.version, e.stated,
  p.id AS parentId FROM entries e
  LEFT JOIN entries p ON typeof(e.parent) = 'integer' AND p.key = (@no << 30 | e.parent)`;

const OF_SESSION = "key BETWEEN @no << 30 AND (@no + 1 << 30) - 1";

/** Of the entries of a session only the first `count`. */
const AMONG_FIRST = "e.key >= @no << 30 AND e.key < (@no << 30 | @count)";

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
    place: prepare("SELECT no FROM sessions WHERE file = ? AND identity = ? AND size >= ? AND linked = 1"),
    entry: prepare(`SELECT ${FOUND} WHERE e.id = @id AND ${AMONG_FIRST}`),
    lastNode: prepare(
      `SELECT ${FOUND} WHERE ${AMONG_FIRST} AND e.type NOT IN (${ANNOTATION_PLACES.join(", ")}) ORDER BY e.key DESC LIMIT 1`,
    ),
    seqOf: prepare(`SELECT key & 0x3fffffff AS seq FROM entries WHERE id = @id AND ${OF_SESSION}`),
    isLeaf: prepare(
      `SELECT 1 FROM leaves WHERE session = @no AND seq = (SELECT key & 0x3fffffff FROM entries WHERE id = @id AND ${OF_SESSION})`,
    ),
    dropLeaf: prepare("DELETE FROM leaves WHERE session = ? AND seq = ?"),
    counts: prepare(
      "SELECT COUNT(*) FILTER (WHERE body = 0) AS lines, COUNT(*) FILTER (WHERE body = 1) AS bodies FROM damage WHERE session = ?",
    ),
    addEntry: prepare(`INSERT INTO entries (key, ${ENTRY}) VALUES (? << 30 | ?${", ?".repeat(12)})`),
    leaves: prepare(
      "SELECT id FROM leaves JOIN entries ON key = session << 30 | seq WHERE session = ? ORDER BY seq",
    ),
    addLeaf: prepare("INSERT INTO leaves (session, seq) VALUES (?, ?)"),
    addDamage: prepare(
      "INSERT INTO damage (session, body, seq, offset, length, kind, detail) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ),
    filesWithEntry: prepare(
      "SELECT file FROM sessions WHERE no IN (SELECT key >> 30 FROM entries WHERE id = ?) ORDER BY no",
    ),
    filesOfSession: prepare("SELECT file FROM sessions WHERE id = ? ORDER BY no"),
  };
}
