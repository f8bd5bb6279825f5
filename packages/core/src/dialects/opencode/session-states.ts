import { createHash } from "node:crypto";
import type { JsonObject } from "../../format/json.ts";
import { hasTable, orNoSession, sessionTables } from "./read-database.ts";
import type { OpenDatabase } from "./sqlite.ts";

/** Where the content of sessions stands. opencode sets `time_updated` with each change of a row. */
const CONTENT_TABLES = ["message", "part", "session_message"];
const COLUMNS = ["session_id", "time_updated", "data"];

/** A database stays open for a while, and is not read again for it. */
const known = new WeakMap<OpenDatabase, ReadonlyMap<string, string>>();

/**
 * Of each session, what changes whenever it does: its row, and of its content how much there is, and when it changed. Empty
 * where the tables do not tell.
 * @throws NotASessionError if SQLite cannot read it
 */
export function sessionStates(file: string, database: OpenDatabase): ReadonlyMap<string, string> {
  const states = known.get(database) ?? orNoSession(file, () => statesIn(database));
  known.set(database, states);
  return states;
}

function statesIn(database: OpenDatabase): ReadonlyMap<string, string> {
  const tables = CONTENT_TABLES.filter((table) => hasTable(database, table));
  if (!tables.every((table) => tellsTimes(database, table))) return new Map();
  const told = new Map<unknown, string>();
  const add = (id: unknown, row: JsonObject) => {
    const before = told.get(id) ?? "";
    told.set(
      id,
      createHash("sha256")
        .update(`${before}${JSON.stringify(row)}`)
        .digest("hex"),
    );
  };
  for (const table of sessionTables(database))
    for (const row of rowsOf(database, `SELECT * FROM ${table} ORDER BY id`)) add(row["id"], row);
  for (const table of tables)
    for (const row of rowsOf(database, contentOf(table))) add(row["session_id"], { table, ...row });
  return new Map([...told].filter((one): one is [string, string] => typeof one[0] === "string"));
}

function tellsTimes(database: OpenDatabase, table: string): boolean {
  const columns = [...rowsOf(database, "SELECT name FROM pragma_table_info(?)", table)];
  return COLUMNS.every((column) => columns.some(({ name }) => name === column));
}

/** Sums, as a clock may be set back; as text, as they are too large for a number, and of so many bits that they fit. */
function contentOf(table: string): string {
  return `SELECT session_id, count(*) AS rows, sum(octet_length(data)) AS bytes, max(time_updated) AS latest,
    CAST(sum(time_updated & 0xffffffffff) AS TEXT) AS times FROM ${table} GROUP BY session_id`;
}

function rowsOf(database: OpenDatabase, sql: string, ...parameters: string[]): Iterable<JsonObject> {
  return database.prepare<unknown[], JsonObject>(sql).iterate(...parameters);
}
