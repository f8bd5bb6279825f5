import type { Damage } from "../format/damage.ts";
import type { EarlierEntries, LocatedHead } from "../log/log-map.ts";
import { entryRow, headOfRow, type FoundRow } from "./entry-row.ts";
import type { IndexedLog, KeptReading, LogReading } from "./log-reading.ts";
import { packId, packText, unpackId, unpackText, type Packed } from "./pack-text.ts";
import {
  scanOfRow,
  SESSION_COLUMNS,
  sessionRow,
  summaryOfRow,
  surveyOfRow,
  type NewSessionRow,
  type SessionRow,
} from "./session-row.ts";
import { sessionStatements } from "./session-statements.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/** The first `count` entries of a session: others may have read its log further since. */
export interface FirstEntries {
  readonly no: number;
  readonly count: number;
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

  /** What is kept of a log. */
  load(row: SessionRow, log: IndexedLog): KeptReading {
    const { no, identity, size, changed, position, head, tail, entries } = row;
    const { lines, bodies } = this.#sql.counts.get(no) as { lines: number; bodies: number };
    return {
      stamp: { identity, size, changed },
      point: { position, head, tail },
      scan: scanOfRow(row, log),
      linked: row.linked === 1,
      survey: surveyOfRow(row),
      summary: summaryOfRow(row, log),
      damage: lines + bodies,
      earlier: this.#earlier({ no, count: entries }),
      isLeaf: (id) => this.#sql.isLeaf.get({ no, id: packId(id) }) !== undefined,
    };
  }

  #earlier(among: FirstEntries): EarlierEntries {
    const entry = (id: string): LocatedHead | undefined => this.entry(among, id);
    return { entry, repeated: entry, lastNode: () => this.lastNode(among) };
  }

  /** Where the entries stand that a row of this file had; undefined: they may not be the same any more. */
  place(
    file: string,
    { identity, size, entries }: Pick<SessionRow, "identity" | "size" | "entries">,
  ): FirstEntries | undefined {
    const found = this.#sql.place.get(packText(file), identity, size) as { no: number } | undefined;
    return found && { no: found.no, count: entries };
  }

  entry(among: FirstEntries, id: string): LocatedHead | undefined {
    const row = this.#sql.entry.get({ ...among, id: packId(id) }) as FoundRow | undefined;
    return row && headOfRow(row);
  }

  lastNode(among: FirstEntries): LocatedHead | null {
    const row = this.#sql.lastNode.get({ ...among }) as FoundRow | undefined;
    return row === undefined ? null : headOfRow(row);
  }

  /** The ids of a log's leaves, in file order. */
  leaves({ no }: SessionRow): string[] {
    return (this.#sql.leaves.all(no) as { id: Packed }[]).map(({ id }) => unpackId(id));
  }

  /** Keeps a reading: only what is new in it if the rest stands behind `before`, unless another process was faster. */
  keep(log: IndexedLog, file: string, reading: LogReading, before: SessionRow | undefined): void {
    const row = sessionRow(log, file, reading);
    if (row === undefined) return;
    if (reading.isWhole) {
      this.remove(file);
      this.#add(Number(this.#sql.insert.run(...valuesOf(row)).lastInsertRowid), reading, 0);
    } else if (before !== undefined) {
      const { no, checksum, entries } = before;
      if (this.#sql.update.run(...valuesOf(row), no, checksum).changes === 1) this.#add(no, reading, entries);
    }
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

  /** @param from the place of the first entry */
  #add(no: number, { entries, lines, survey, leaves }: LogReading, from: number): void {
    const added = new Map(entries.map(({ id }, index) => [id, from + index]));
    const placeOf = (id: string): number | undefined =>
      added.get(id) ?? (from > 0 ? this.#seq(no, id) : undefined);
    for (const [index, head] of entries.entries()) {
      this.#sql.addEntry.run(no, from + index, ...Object.values(entryRow(head, placeOf)).map(asInteger));
    }
    this.#addDamage(no, 0, lines);
    this.#addDamage(no, 1, survey.damage);
    for (const leaf of leaves.gone) this.#sql.dropLeaf.run(no, placeOf(leaf));
    for (const leaf of leaves.added) this.#sql.addLeaf.run(no, placeOf(leaf));
  }

  #seq(no: number, id: string): number | undefined {
    return (this.#sql.seqOf.get({ no, id: packId(id) }) as { seq: number } | undefined)?.seq;
  }

  #addDamage(no: number, body: 0 | 1, damage: readonly Damage[]): void {
    if (damage.length === 0) return;
    const counts = this.#sql.counts.get(no) as { lines: number; bodies: number };
    const from = body === 0 ? counts.lines : counts.bodies;
    for (const [index, { offset, length, kind, detail }] of damage.entries()) {
      this.#sql.addDamage.run(no, body, from + index, offset, length, kind, packText(detail));
    }
  }
}

function valuesOf(row: NewSessionRow): unknown[] {
  return SESSION_COLUMNS.map((column) => row[column]);
}

/** better-sqlite3 stores every number as a real, of 8 bytes, where a column has no type. */
function asInteger<T>(value: T): T | bigint {
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}
