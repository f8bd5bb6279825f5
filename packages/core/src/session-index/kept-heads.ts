import { crc32 } from "node:zlib";
import { isAnnotation } from "../format/entry-kinds.ts";
import { WholeLogNeeded, type LocatedHead } from "../log/log-map.ts";
import { packedId, packHeads, unpackHeads, type PackedHeads } from "./packed-heads.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/** The first `count` entries of a session, for one transaction: others may have read its log further since. */
export interface FirstEntries {
  readonly no: number;
  readonly count: number;
  /** The heads that were unpacked last: the next one that is asked for mostly stands among them, or just before. */
  near?: NearHeads | undefined;
}

/** Heads in file order, by id, and the place of the first. */
export interface NearHeads {
  readonly first: number;
  readonly heads: ReadonlyMap<string, LocatedHead>;
}

/** A row of `heads`. */
interface HeadsRow {
  readonly first: number;
  readonly packed: Buffer;
  readonly checksum: number;
}

/**
 * How many heads a row holds: a log that grows has its last row written anew, and who seeks one head unpacks a row. Rows of
 * 256 take two thirds more of the disk, as they fill no page.
 */
const ROW = 64;

/** Heads of a log in file order as the rows that keep them. */
export function packRows(heads: readonly LocatedHead[]): PackedHeads[] {
  const rows: PackedHeads[] = [];
  for (let at = 0; at < heads.length; at += ROW) rows.push(packHeads(heads.slice(at, at + ROW)));
  return rows;
}

/** The table of heads. Every method runs in the caller's transaction. */
export class KeptHeads {
  readonly #sql: ReturnType<typeof headStatements>;

  /** @throws SQLite's error if the table is not that of the newest schema */
  constructor(database: SqliteDatabase) {
    this.#sql = headStatements(database);
  }

  /** @param from the place of the first of them */
  put(no: number, packed: readonly PackedHeads[], from = 0): void {
    let first = from;
    for (const { count, bytes, least, greatest } of packed) {
      this.#sql.put.run(no, first, least, greatest, bytes, crc32(bytes));
      first += count;
    }
  }

  /** Those that come behind others. @param from the place of the first of them */
  append(no: number, heads: readonly LocatedHead[], from: number): void {
    const last = this.#last(no);
    if (last === undefined || last.heads.length >= ROW) this.put(no, packRows(heads), from);
    else this.put(no, packRows([...last.heads, ...heads]), last.first);
  }

  /** @throws WholeLogNeeded if what was kept is not there as it was */
  entry(among: FirstEntries, id: string): LocatedHead | undefined {
    return this.near(among, id)?.heads.get(id);
  }

  /** An entry, among those that are kept with it. @throws WholeLogNeeded if what was kept is not there as it was */
  near(among: FirstEntries, id: string): NearHeads | undefined {
    if (among.near?.heads.has(id) === true) return among.near;
    const { count } = among;
    const packed = packedId(id);
    for (const row of this.#mayHold(among, packed)) {
      if (row.packed instanceof Uint8Array && !row.packed.includes(packed)) continue;
      const heads = headsOf(row).slice(0, Math.max(0, count - row.first));
      const near = { first: row.first, heads: new Map(heads.map((head) => [head.id, head])) };
      if (near.heads.has(id)) return (among.near = near);
    }
    return undefined;
  }

  *#mayHold({ no, near }: FirstEntries, id: Buffer): Generator<HeadsRow> {
    // A parent mostly stands just before. Where ids do not ascend, each row may hold it: 150,000 steps up took 20 s, now 2.
    const before = near && this.#sql.backwards.get({ no, count: near.first });
    if (before !== undefined) yield before as HeadsRow;
    yield* this.#sql.mayHold.iterate({ no, id }) as Iterable<HeadsRow>;
  }

  /** @throws WholeLogNeeded if what was kept is not there as it was */
  lastNode({ no, count }: FirstEntries): LocatedHead | null {
    for (const row of this.#sql.backwards.iterate({ no, count }) as Iterable<HeadsRow>) {
      const heads = headsOf(row).slice(0, count - row.first);
      const node = heads.findLast(({ type }) => !isAnnotation(type));
      if (node !== undefined) return node;
    }
    return null;
  }

  remove(no: number): void {
    this.#sql.remove.run({ no });
  }

  #last(no: number): { first: number; heads: LocatedHead[] } | undefined {
    const row = this.#sql.backwards.get({ no, count: 2 ** 30 }) as HeadsRow | undefined;
    return row && isSound(row) ? { first: row.first, heads: unpackHeads(row.packed) } : undefined;
  }
}

/** How many entries stand before one of these. */
export function placeOf(id: string, { first, heads }: NearHeads): number {
  return first + [...heads.keys()].indexOf(id);
}

function headsOf(row: HeadsRow): LocatedHead[] {
  if (!isSound(row)) throw new WholeLogNeeded();
  return unpackHeads(row.packed);
}

/** SQLite would not notice a flipped bit. */
function isSound({ packed, checksum }: HeadsRow): boolean {
  return packed instanceof Uint8Array && crc32(packed) === checksum;
}

function headStatements(database: SqliteDatabase) {
  const row = "key & 0x3fffffff AS first, packed, checksum";
  return {
    put: database.prepare(
      "INSERT OR REPLACE INTO heads (key, least, greatest, packed, checksum) VALUES (? << 30 | ?, ?, ?, ?, ?)",
    ),
    mayHold: database.prepare(
      `SELECT ${row} FROM heads WHERE key >> 30 = @no AND greatest >= @id AND least <= @id`,
    ),
    backwards: database.prepare(
      `SELECT ${row} FROM heads WHERE key BETWEEN @no << 30 AND (@no << 30 | @count - 1) ORDER BY key DESC`,
    ),
    remove: database.prepare("DELETE FROM heads WHERE key BETWEEN @no << 30 AND (@no + 1 << 30) - 1"),
  };
}
