import { NotASessionError, NotFoundError } from "../../errors.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { objectFrom } from "./fields.ts";
import { asMessage } from "./newer-records.ts";
import type { OpenDatabase } from "./sqlite.ts";
import type { Stored, StoredPart, StoredSession } from "./stored.ts";

/** The tables that sessions stand in; what newer versions have taken over counts first. */
const NEWER_SESSIONS = "session_v2";
const SESSION_TABLES = [NEWER_SESSIONS, "session"];

/**
 * The ids of the sessions in a database.
 * @throws NotASessionError if SQLite cannot read it
 */
export function sessionsIn(file: string, database: OpenDatabase): string[] {
  return orNoSession(file, () => {
    const rows = sessionTables(database).flatMap((table) =>
      all(database, `SELECT id FROM ${table} ORDER BY id`),
    );
    return [...new Set(rows.map(({ id }) => id))].filter((id) => typeof id === "string");
  });
}

/**
 * A session of a database; without an id the only one.
 * @throws NotFoundError, or NotASessionError if it is no database of opencode's
 */
export function storedInDatabase(
  file: string,
  database: OpenDatabase,
  id: string | undefined,
): StoredSession {
  const wanted = id ?? onlySession(file, sessionsIn(file, database));
  return orNoSession(file, () => {
    for (const table of sessionTables(database)) {
      const row = all(database, `SELECT * FROM ${table} WHERE id = ?`, wanted)[0];
      if (row === undefined) continue;
      const records = [messagesOf, newerRecords];
      if (table === NEWER_SESSIONS) records.reverse();
      return { id: wanted, info: infoOf(row), content: contentOf(database, wanted, records) };
    }
    throw new NotFoundError("session", wanted);
  });
}

function onlySession(file: string, ids: readonly string[]): string {
  const [id] = ids;
  if (id === undefined) throw new NotASessionError(file, "it holds no session of opencode's");
  if (ids.length > 1) throw new NotASessionError(file, "it holds several sessions; name one of them");
  return id;
}

/** @throws NotASessionError in place of SQLite's errors */
export function orNoSession<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isSqliteError(error) ? new NotASessionError(file, error.message) : error;
  }
}

/** The tables of sessions that are there: what a view of that name gives might never end. */
export function sessionTables(database: OpenDatabase): string[] {
  return SESSION_TABLES.filter((table) => hasTable(database, table));
}

export function hasTable(database: OpenDatabase, table: string): boolean {
  return all(database, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", table).length > 0;
}

/** A row in the form of the JSON files. */
function infoOf(row: JsonObject): JsonObject {
  const { project_id: projectID, parent_id: parentID, revert, model, ...columns } = row;
  const info: JsonObject = { projectID, parentID, revert: parsed(revert), model: parsed(model) };
  const time: JsonObject = {};
  for (const [column, value] of Object.entries(columns))
    if (column.startsWith("time_")) time[column.slice(5)] = value;
    else info[column] = value;
  return { ...withoutNull(info), time: withoutNull(time) };
}

function withoutNull(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

/** A column that may hold JSON. */
function parsed(column: unknown): unknown {
  return typeof column === "string" ? (objectFrom(column) ?? column) : column;
}

/** How the content of a session is read from one kind of table. */
type ReadRecords = (database: OpenDatabase, session: string) => Iterable<Stored>;

/** The first kind that holds anything tells it; damage that SQLite meets in the file ends it. */
function* contentOf(
  database: OpenDatabase,
  session: string,
  kinds: readonly ReadRecords[],
): Generator<Stored> {
  try {
    for (const records of kinds) {
      let isEmpty = true;
      for (const stored of records(database, session)) {
        isEmpty = false;
        yield stored;
      }
      if (!isEmpty) return;
    }
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    yield damaged(`SQLite cannot read on: ${error.message}`);
  }
}

function* messagesOf(database: OpenDatabase, session: string): Generator<Stored> {
  if (!hasTable(database, "message") || !hasTable(database, "part")) return;
  const ids = all(database, "SELECT id FROM message WHERE session_id = ? ORDER BY time_created, id", session);
  for (const { id } of ids) {
    const info = parsed(all(database, "SELECT data FROM message WHERE id = ?", id)[0]?.["data"]);
    if (typeof id !== "string" || !isJsonObject(info)) {
      yield damaged(`what the message ${JSON.stringify(id)} says is no JSON object`);
      continue;
    }
    const parts: StoredPart[] = [];
    for (const part of all(database, "SELECT id, data FROM part WHERE message_id = ? ORDER BY id", id)) {
      const value = parsed(part["data"]);
      if (isJsonObject(value)) parts.push({ id: String(part["id"]), value });
      else yield damaged(`the part ${JSON.stringify(part["id"])} is no JSON object`);
    }
    yield { message: { id, info, parts } };
  }
}

/** What newer versions of opencode keep in a table of their own. */
function* newerRecords(database: OpenDatabase, session: string): Generator<Stored> {
  if (!hasTable(database, "session_message")) return;
  const order =
    all(database, "SELECT 1 FROM pragma_table_info('session_message') WHERE name = 'seq'").length > 0
      ? "seq"
      : "rowid";
  const ids = all(database, `SELECT id FROM session_message WHERE session_id = ? ORDER BY ${order}`, session);
  if (ids.length > 0)
    yield { notice: "It is stored in the form of a newer opencode: what of it is not known is carried" };
  for (const { id } of ids) {
    const [row = {}] = all(database, "SELECT * FROM session_message WHERE id = ?", id);
    const data = parsed(row["data"]);
    if (!isJsonObject(data)) {
      yield damaged(`the record ${JSON.stringify(id)} is no JSON object`);
      continue;
    }
    const record = { id: String(id), kind: String(row["type"]), data };
    const message = asMessage(record);
    yield message === undefined
      ? { unknown: data, id: record.id, kind: record.kind, time: row["time_created"] }
      : { message };
  }
}

function all(database: OpenDatabase, sql: string, ...parameters: unknown[]): JsonObject[] {
  return database.prepare<unknown[], JsonObject>(sql).all(...parameters);
}

/** A row has no place in the file that could be told. */
function damaged(detail: string): Stored {
  return { damage: { offset: 0, length: 0, kind: "not-json", detail } };
}

function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && error.name === "SqliteError";
}
