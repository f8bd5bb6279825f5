import { crc32 } from "node:zlib";
import type { LocatedHead } from "../log/log-map.ts";
import { KeptHeads, packRows, type FirstEntries, type NearHeads } from "./kept-heads.ts";
import type { IndexedLog, KeptReading, LogReading } from "./log-reading.ts";
import type { PackedHeads } from "./packed-heads.ts";
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
import type { BriefRow, KnownBrief } from "./session-brief.ts";
import type { SqliteDatabase } from "./sqlite.ts";
import type { SessionSummary } from "./summary.ts";

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

  /** @throws WholeLogNeeded if it is not kept as it was */
  entry(among: FirstEntries, id: string): LocatedHead | undefined {
    return this.#heads.entry(among, id);
  }

  /** An entry, among others. @throws WholeLogNeeded if it is not kept as it was */
  near(among: FirstEntries, id: string): NearHeads | undefined {
    return this.#heads.near(among, id);
  }

  /** @throws WholeLogNeeded if it is not kept as it was */
  lastNode(among: FirstEntries): LocatedHead | null {
    return this.#heads.lastNode(among);
  }

  /**
   * What keeps a reading, to be done in a transaction: only what is new in it if the rest stands behind `before`, unless
   * another process was faster.
   */
  keeping(log: IndexedLog, file: string, reading: LogReading, before?: SessionRow): () => void {
    const row = sessionRow(log, file, reading);
    if (row !== undefined && reading.isWhole)
      return this.#replacing(file, row, packRows(reading.entries), reading.leaves.added);
    return () => {
      if (row !== undefined && before !== undefined) this.#append(before, row, reading);
    };
  }

  /** What waits holds rows, not the reading: so many heads at once cost the collection of garbage twice the time. */
  #replacing(file: string, row: NewSessionRow, heads: PackedHeads[], leaves: readonly string[]): () => void {
    const values = valuesOf(row);
    return () => {
      let added = this.#sql.insert.run(...values);
      if (added.changes === 0) {
        this.remove(file);
        added = this.#sql.insert.run(...values);
      }
      const no = Number(added.lastInsertRowid);
      this.#heads.put(no, heads);
      for (const leaf of leaves) this.#sql.addLeaf.run(no, packId(leaf));
    };
  }

  #append(
    { no, checksum, entries: from }: SessionRow,
    row: NewSessionRow,
    { entries, leaves }: LogReading,
  ): void {
    if (this.#sql.update.run(...valuesOf(row), no, checksum).changes === 0) return;
    this.#heads.append(no, entries, from);
    for (const leaf of leaves.gone) this.#sql.dropLeaf.run(no, packId(leaf));
    for (const leaf of leaves.added) this.#sql.addLeaf.run(no, packId(leaf));
  }

  remove(file: string): void {
    const row = this.find(file);
    if (row === undefined) return;
    this.#heads.remove(row.no);
    for (const statement of this.#sql.remove) statement.run(row.no);
  }

  /** The briefs of all logs, with the log's key. */
  *briefs(): Generator<[key: string, BriefRow]> {
    for (const row of this.#sql.briefs.iterate() as Iterable<BriefRow>)
      if (isNamed(row)) yield [unpackText(row.file), row];
  }

  /** The summary that a brief is of; undefined: it was replaced, or is not what was written. */
  summaryOf({ no, file, summarySum }: KnownBrief): SessionSummary | undefined {
    const row = this.#sql.summary.get(no) as { summary: unknown } | undefined;
    if (typeof row?.summary !== "string" || crc32(row.summary) !== summarySum) return undefined;
    return summaryOfRow({ summary: row.summary }, { file });
  }

  files(): string[] {
    const rows = this.#sql.files.all() as { file: Packed }[];
    return rows.filter(isNamed).map(({ file }) => unpackText(file));
  }
}

/** Where bytes of the index were lost, a name may be of any type: then the row is of no log. */
function isNamed({ file }: { readonly file: unknown }): boolean {
  return typeof file === "string" || Buffer.isBuffer(file);
}

function valuesOf(row: NewSessionRow): unknown[] {
  return SESSION_COLUMNS.map((column) => row[column]);
}
