import type { Damage, DamageKind } from "../format/damage.ts";
import { entryRow, headsOfRows, type EntryRow } from "./entry-row.ts";
import type { Counts, IndexedLog, KeptReading, LogReading } from "./log-reading.ts";
import { packId, packText, unpackId, unpackText, type Packed } from "./pack-text.ts";
import {
  scanOfRow,
  SESSION_COLUMNS,
  sessionRow,
  surveyOfRow,
  type NewSessionRow,
  type SessionRow,
} from "./session-row.ts";
import { sessionStatements } from "./session-statements.ts";
import type { SqliteDatabase } from "./sqlite.ts";

interface DamageRow {
  readonly offset: number;
  readonly length: number;
  readonly kind: string;
  readonly detail: Packed;
}

/** The rows of the index. Every method runs in the caller's transaction. Files are named by their keys. */
export class SessionRows {
  readonly #sql: ReturnType<typeof sessionStatements>;

  constructor(database: SqliteDatabase) {
    this.#sql = sessionStatements(database);
  }

  find(file: string): SessionRow | undefined {
    return this.#sql.find.get(packText(file)) as SessionRow | undefined;
  }

  /** All that is kept of a log; undefined if the rows do not fit together. */
  load(row: SessionRow, log: IndexedLog): KeptReading | undefined {
    const rows = this.#sql.entries.all({ no: row.no }) as EntryRow[];
    if (rows.length !== row.entries) return undefined;
    const { identity, size, changed, position, head, tail } = row;
    return {
      stamp: { identity, size, changed },
      point: { position, head, tail },
      map: { scan: scanOfRow(row, log), entries: headsOfRows(rows), damage: this.#damage(row, 0) },
      survey: surveyOfRow(row, this.#damage(row, 1)),
    };
  }

  /** The ids of a log's leaves, in file order. */
  leaves({ no }: SessionRow): string[] {
    return (this.#sql.leaves.all(no) as { id: Packed }[]).map(({ id }) => unpackId(id));
  }

  /** Keeps a reading: only what is new in it if the rest stands behind `before`, unless another process was faster. */
  keep(log: IndexedLog, file: string, reading: LogReading, before: SessionRow | undefined): void {
    const row = sessionRow(log, file, reading);
    if (row === undefined) return;
    const { earlier } = reading;
    if (before === undefined || earlier === undefined) {
      this.remove(file);
      const no = Number(this.#sql.insert.run(...valuesOf(row)).lastInsertRowid);
      this.#add(no, reading, { entries: 0, lines: 0, bodies: 0 });
      return;
    }
    const { no, checksum } = before;
    if (this.#sql.update.run(...valuesOf(row), no, checksum).changes === 1) this.#add(no, reading, earlier);
  }

  remove(file: string): void {
    const row = this.find(file);
    if (row !== undefined) for (const statement of this.#sql.remove) statement.run({ no: row.no });
  }

  files(): string[] {
    return (this.#sql.files.all() as { file: Packed }[]).map(({ file }) => unpackText(file));
  }

  filesWithEntry(id: string): string[] {
    return (this.#sql.filesWithEntry.all(packId(id)) as { file: Packed }[]).map(({ file }) =>
      unpackText(file),
    );
  }

  filesOfSession(id: string): string[] {
    return (this.#sql.filesOfSession.all(packId(id)) as { file: Packed }[]).map(({ file }) =>
      unpackText(file),
    );
  }

  #add(no: number, { map, survey, summarized }: LogReading, from: Counts): void {
    const places = new Map(map.entries.map(({ id }, seq) => [id, seq]));
    for (let seq = from.entries; seq < map.entries.length; seq++) {
      const row = entryRow(map.entries[seq]!, (id) => places.get(id));
      this.#sql.addEntry.run(no, seq, ...Object.values(row).map(asInteger));
    }
    this.#addDamage(no, 0, map.state.damage, from.lines);
    this.#addDamage(no, 1, survey.damage, from.bodies);
    this.#sql.clearLeaves.run(no);
    for (const leaf of summarized.leaves) this.#sql.addLeaf.run(no, places.get(leaf));
  }

  #addDamage(no: number, body: 0 | 1, damage: readonly Damage[], from: number): void {
    for (const [index, { offset, length, kind, detail }] of damage.slice(from).entries()) {
      this.#sql.addDamage.run(no, body, from + index, offset, length, kind, packText(detail));
    }
  }

  #damage({ no }: SessionRow, body: 0 | 1): Damage[] {
    return (this.#sql.damage.all(no, body) as DamageRow[]).map(({ offset, length, kind, detail }) => ({
      offset,
      length,
      kind: kind as DamageKind,
      detail: unpackText(detail),
    }));
  }
}

function valuesOf(row: NewSessionRow): unknown[] {
  return SESSION_COLUMNS.map((column) => row[column]);
}

/** better-sqlite3 stores every number as a real, of 8 bytes, where a column has no type. */
function asInteger<T>(value: T): T | bigint {
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}
