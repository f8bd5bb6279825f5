import type { LocatedHead } from "../log/log-map.ts";
import { KeptHeads, type FirstEntries } from "./kept-heads.ts";
import type { IndexedLog, KeptReading, LogReading } from "./log-reading.ts";
import { packId, packText, unpackText, type Packed } from "./pack-text.ts";
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
import type { BriefRow } from "./session-brief.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/** The rows of the index. Every method runs in the caller's transaction. Files are named by their keys. */
export class SessionRows {
  readonly #sql: ReturnType<typeof sessionStatements>;
  readonly #heads: KeptHeads;

  constructor(database: SqliteDatabase) {
    this.#sql = sessionStatements(database);
    this.#heads = new KeptHeads(database);
  }

  find(file: string): SessionRow | undefined {
    return this.#sql.find.get(packText(file)) as SessionRow | undefined;
  }

  /** What is kept of a log, for as long as this transaction lasts. */
  load(row: SessionRow, log: IndexedLog): KeptReading {
    const { no, identity, size, changed, position, head, tail, damage, entries } = row;
    const among: FirstEntries = { no, count: entries };
    const entry = (id: string): LocatedHead | undefined => this.entry(among, id);
    const summary = summaryOfRow(row, log);
    return {
      stamp: { identity, size, changed },
      point: { position, head, tail },
      scan: scanOfRow(row, log),
      linked: row.linked === 1,
      survey: surveyOfRow(row, summary),
      summary,
      damage,
      earlier: { entry, repeated: entry, lastNode: () => this.lastNode(among) },
      isLeaf: (id) => this.#sql.isLeaf.get(no, packId(id)) !== undefined,
    };
  }

  /** Where the entries stand that a row of this file had; undefined: they may not be the same any more. */
  place(
    file: string,
    { identity, size, entries }: Pick<SessionRow, "identity" | "size" | "entries">,
  ): FirstEntries | undefined {
    const found = this.#sql.place.get(packText(file), identity, size) as { no: number } | undefined;
    return found && { no: found.no, count: entries };
  }

  /** How many entries of a session stand before one of them; undefined: it is none of them. @throws WholeLogNeeded */
  countBefore({ no, entries }: SessionRow, id: string): number | undefined {
    return this.#heads.place({ no, count: entries }, id);
  }

  /** @throws WholeLogNeeded if it is not kept as it was */
  entry(among: FirstEntries, id: string): LocatedHead | undefined {
    return this.#heads.entry(among, id);
  }

  /** @throws WholeLogNeeded if it is not kept as it was */
  lastNode(among: FirstEntries): LocatedHead | null {
    return this.#heads.lastNode(among);
  }

  /** Keeps a reading: only what is new in it if the rest stands behind `before`, unless another process was faster. */
  keep(log: IndexedLog, file: string, reading: LogReading, before: SessionRow | undefined): void {
    const row = sessionRow(log, file, reading);
    if (row === undefined) return;
    if (reading.isWhole) {
      const values = valuesOf(row);
      let added = this.#sql.insert.run(...values);
      if (added.changes === 0) {
        this.remove(file);
        added = this.#sql.insert.run(...values);
      }
      this.#add(Number(added.lastInsertRowid), reading, 0);
    } else if (before !== undefined) {
      const { no, checksum, entries } = before;
      if (this.#sql.update.run(...valuesOf(row), no, checksum).changes === 1) this.#add(no, reading, entries);
    }
  }

  remove(file: string): void {
    const row = this.find(file);
    if (row === undefined) return;
    this.#heads.remove(row.no);
    for (const statement of this.#sql.remove) statement.run(row.no);
  }

  /** The briefs of all logs, by the log's key. */
  briefs(): Map<string, BriefRow> {
    const rows = (this.#sql.briefs.all() as BriefRow[]).filter(isNamed);
    return new Map(rows.map((row) => [unpackText(row.file), row]));
  }

  files(): string[] {
    const rows = this.#sql.files.all() as { file: Packed }[];
    return rows.filter(isNamed).map(({ file }) => unpackText(file));
  }

  /** @param from the place of the first entry */
  #add(no: number, { entries, leaves }: LogReading, from: number): void {
    this.#heads.add(no, entries, from);
    for (const leaf of leaves.gone) this.#sql.dropLeaf.run(no, packId(leaf));
    for (const leaf of leaves.added) this.#sql.addLeaf.run(no, packId(leaf));
  }
}

/** Where bytes of the index were lost, a name may be of any type: then the row is of no log. */
function isNamed({ file }: { readonly file: unknown }): boolean {
  return typeof file === "string" || Buffer.isBuffer(file);
}

function valuesOf(row: NewSessionRow): unknown[] {
  return SESSION_COLUMNS.map((column) => row[column]);
}
