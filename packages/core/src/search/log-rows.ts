import { parseJson } from "../format/json.ts";
import type { SqliteDatabase } from "../session-index/sqlite.ts";
import type { Branches } from "./branches.ts";
import type { LogFacts, Place } from "./log-entries.ts";
import type { IndexedEntry, Slice } from "./slices.ts";
import { firstSlotAt } from "./slots.ts";
import { TextRows } from "./text-rows.ts";

/** What the index has of a log: what it was read from, and up to where. */
export interface LogRow extends Omit<LogFacts, "branches"> {
  readonly no: number;
  /** How the index names the log. */
  readonly file: string;
  readonly dialect: string;
  readonly fallback: string;
  readonly identity: string;
  readonly size: number;
  /** Empty: it was not read to its end. */
  readonly changed: string;
  readonly position: number;
  readonly head: number;
  readonly tail: number | null;
}

export type NewLogRow = Omit<LogRow, "no"> & LogFacts;

const COLUMNS = [
  "file",
  "dialect",
  "fallback",
  "identity",
  "size",
  "changed",
  "position",
  "head",
  "tail",
  "cwd",
  "copy",
] as const satisfies (keyof LogRow)[];

/** Where an entry stands that may answer. */
export interface FoundPlace extends Place {
  readonly slot: number;
  /** The number of its log. */
  readonly log: number;
}

/** The rows of the search index. Every method runs in the caller's transaction. */
export class LogRows {
  readonly #sql: ReturnType<typeof statements>;
  readonly texts: TextRows;

  constructor(database: SqliteDatabase) {
    this.texts = new TextRows(database);
    this.#sql = statements(database);
  }

  all(): LogRow[] {
    return (this.#sql.all.all() as LogRow[]).filter(isRow);
  }

  /** Undefined: they are not what was written. */
  branches({ no }: LogRow): Branches | undefined {
    const { branches } = this.#sql.branches.get(no) as { branches: unknown };
    const parsed = parseJson(String(branches)) as Branches | null | undefined;
    return parsed?.leaves && parsed.runs ? parsed : undefined;
  }

  /**
   * Adds entries to what there is of their logs, oldest first: SQLite writes what comes in order at once. Slices of logs
   * that another process has gone on with meanwhile are left out.
   */
  keep(slices: readonly Slice[]): void {
    const added: (IndexedEntry & { no: number })[] = [];
    for (const { after, from, row, entries, texts } of slices) {
      const stored = this.#stored(row.file);
      if (isAt(stored, row)) continue;
      if (after !== undefined && !isAt(stored, after)) continue;
      if (after === undefined && stored !== undefined) this.remove([stored]);
      const values = [...COLUMNS.map((column) => row[column]), JSON.stringify(row.branches)];
      const goesOn = after !== undefined && stored !== undefined;
      const no = goesOn ? stored.no : Number(this.#sql.insert.run(...values).lastInsertRowid);
      if (goesOn) this.#sql.update.run(...values, no);
      if (goesOn && from < stored.position) this.#removeEntries(no, from);
      this.texts.add(no, texts);
      for (const entry of entries) added.push({ ...entry, no });
    }
    this.#add(added.sort((one, other) => one.time - other.time));
  }

  /** Forgets logs, with their words. */
  remove(rows: readonly { readonly no: number }[]): void {
    if (rows.length === 0) return;
    for (const { no } of rows) this.texts.remove(no, 0);
    const numbers = JSON.stringify(rows.map(({ no }) => no));
    this.#removeSlots(this.#sql.slotsOf.all(numbers));
    this.#sql.remove.run(numbers);
  }

  clear(): void {
    for (const statement of this.#sql.clear) statement.run();
    this.texts.clear();
  }

  /** Writes all words anew: only then are those that were removed out of the file. */
  merge(): void {
    this.#sql.merge.run();
  }

  /** The places of entries that FTS5 finds, newest first. */
  find(expression: string, since: number): IterableIterator<FoundPlace> {
    return this.#sql.search.iterate(expression, firstSlotAt(since)) as IterableIterator<FoundPlace>;
  }

  /** What there is of a log; what is not as it was written goes. */
  #stored(file: string): LogRow | undefined {
    const stored = this.#sql.find.get(file) as LogRow | undefined;
    if (stored === undefined || isRow(stored)) return stored;
    this.remove([stored]);
    return undefined;
  }

  /** Forgets the entries of a log at `from` and behind. */
  #removeEntries(no: number, from: number): void {
    this.texts.remove(no, from);
    this.#removeSlots(this.#sql.slotsFrom.all(no, from));
  }

  // No index leads from a log to its places: it would take a tenth of the space, and this is seldom.
  #removeSlots(slots: readonly unknown[]): void {
    for (const { slot } of slots as { slot: number }[]) {
      this.#sql.removeWords.run(slot);
      this.#sql.removePlace.run(slot);
    }
  }

  #add(entries: readonly (IndexedEntry & { readonly no: number })[]): void {
    let next = 0;
    for (const { time, no, offset, length, version, id, words } of entries) {
      next = Math.max(next, firstSlotAt(time));
      while (this.#sql.taken.get(next) !== undefined) next++;
      this.#sql.addPlace.run(next, no, offset, length, version, id);
      this.#sql.addWords.run(next, words);
      next++;
    }
  }
}

/** Where bytes of the index were lost, a value may be of any type. */
function isRow({ file, head }: LogRow): boolean {
  return typeof file === "string" && head !== null;
}

/** Whether a log was read as far as `row` says. */
function isAt(stored: LogRow | undefined, { identity, changed, position }: Omit<LogRow, "no">): boolean {
  return stored?.identity === identity && stored.changed === changed && stored.position === position;
}

function statements(database: SqliteDatabase) {
  const prepare = (sql: string) => database.prepare(sql);
  const columns = COLUMNS.join(", ");
  const all = [...COLUMNS, "branches"];
  return {
    all: prepare(`SELECT no, ${columns} FROM logs`),
    find: prepare(`SELECT no, ${columns} FROM logs WHERE file = ?`),
    branches: prepare("SELECT branches FROM logs WHERE no = ?"),
    insert: prepare(`INSERT INTO logs (${all.join(", ")}) VALUES (${all.map(() => "?").join(", ")})`),
    update: prepare(`UPDATE logs SET ${all.map((column) => `${column} = ?`).join(", ")} WHERE no = ?`),
    remove: prepare("DELETE FROM logs WHERE no IN (SELECT value FROM json_each(?))"),
    clear: [
      prepare("INSERT INTO words (words) VALUES ('delete-all')"),
      prepare("DELETE FROM places"),
      prepare("DELETE FROM logs"),
    ],
    merge: prepare("INSERT INTO words (words) VALUES ('optimize')"),
    slotsOf: prepare("SELECT slot FROM places WHERE log IN (SELECT value FROM json_each(?))"),
    slotsFrom: prepare("SELECT slot FROM places WHERE log = ? AND offset >= ?"),
    taken: prepare("SELECT 1 FROM places WHERE slot = ?"),
    addPlace: prepare(
      "INSERT INTO places (slot, log, offset, length, version, id) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    addWords: prepare("INSERT INTO words (rowid, text) VALUES (CAST(? AS INTEGER), ?)"),
    removePlace: prepare("DELETE FROM places WHERE slot = ?"),
    removeWords: prepare("DELETE FROM words WHERE rowid = CAST(? AS INTEGER)"),
    search: prepare(
      `SELECT slot, log, offset, length, version, id FROM words JOIN places ON slot = words.rowid
       WHERE words MATCH ? AND words.rowid >= CAST(? AS INTEGER) ORDER BY words.rowid DESC`,
    ),
  };
}
