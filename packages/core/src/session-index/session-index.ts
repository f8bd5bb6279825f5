import { newestIndex } from "@session-tree/migrations";
import type { ByteSource } from "../log/byte-source.ts";
import { LogEnd } from "../log/log-end.ts";
import { LogMap, WholeLogNeeded, type EarlierEntries, type LocatedHead } from "../log/log-map.ts";
import { CacheDatabase, type CacheHooks } from "./cache-database.ts";
import { checkIndex, type IndexFinding } from "./check-index.ts";
import { fileKey } from "./file-key.ts";
import { placeOf, type FirstEntries, type NearHeads } from "./kept-heads.ts";
import { readLog, type IndexedLog, type LogReading } from "./log-reading.ts";
import { canResume } from "./resume-point.ts";
import { rebuildIndex, type RebuildReport } from "./rebuild-index.ts";
import { isRowOf, isSound, isTrueAt, scanOfRow, summaryOfRow, type SessionRow } from "./session-row.ts";
import { briefOf, type KnownBrief } from "./session-brief.ts";
import { SessionRows } from "./session-rows.ts";
import type { SqliteDatabase } from "./sqlite.ts";
import { sameStamp } from "./stamp.ts";
import { stampOfLog } from "./snapshot.ts";
import type { SessionSummary } from "./summary.ts";

/** After a write was refused, milliseconds in which none is tried: each try might block for as long as a lock is held. */
const WRITE_PAUSE = 10_000;

/** How many entries may wait to be kept: a transaction for each log took as long as reading it. */
const GATHERED = 5000;

/**
 * A cache of what a set of logs holds. Each answer is what reading the log gives: a row is used only while its log is
 * as it was, and what is behind is caught up with first. If the index fails, the logs answer and `onProblem` is told.
 */
export class SessionIndex {
  readonly #database: SqliteDatabase;
  readonly #file: string;
  readonly #cache: CacheDatabase;
  readonly #rows: SessionRows;
  /** What keeps the logs that were read and are not kept yet. */
  #gathered: (() => void)[] = [];
  /** How many entries are in them. */
  #entries = 0;

  /** @throws SQLite's error if the tables are not there: `openIndex` opens the database and makes them */
  constructor(database: SqliteDatabase, file: string, hooks: CacheHooks = {}) {
    this.#database = database;
    this.#file = file;
    this.#cache = new CacheDatabase(database, file, newestIndex.version, {
      writePause: WRITE_PAUSE,
      ...hooks,
    });
    this.#rows = new SessionRows(database);
  }

  /** @throws NotFoundError, NotASessionError, LogIoError */
  summary(log: IndexedLog, now: number): SessionSummary {
    const known = this.#fresh(log, (row) => (isTrueAt(row, now) ? summaryOfRow(row, log) : undefined));
    if (known !== undefined) return known;
    const summary = this.gather(log, now);
    this.keepGathered();
    return summary;
  }

  /**
   * The summary of a log that is not known, or not any more. What was read waits until it is kept with what is read next.
   * @param isNew the index had no row of it: looking for one took a tenth of a first index
   * @throws NotFoundError, NotASessionError, LogIoError
   */
  gather(log: IndexedLog, now: number, isNew = false): SessionSummary {
    const { reading, before } = (isNew ? undefined : this.#readOn(log, now)) ?? {
      reading: readLog(log, now),
    };
    this.#gather(log, reading, before);
    return reading.summarized.summary;
  }

  /** Reads what was appended to a log; undefined where that is not enough. */
  #readOn(log: IndexedLog, now: number): { reading: LogReading; before: SessionRow } | undefined {
    return this.#cache.ask(() => {
      const before = this.#row(log);
      if (before === undefined || !isTrueAt(before, now)) return undefined;
      return { before, reading: readLog(log, now, this.#rows.load(before, log)) };
    });
  }

  /** Keeps what was gathered. */
  keepGathered(): void {
    const gathered = this.#gathered;
    this.#gathered = [];
    this.#entries = 0;
    if (gathered.length === 0) return;
    this.#cache.write(() => gathered.forEach((keep) => keep()));
  }

  /**
   * The summaries that `briefs` has just told of, by file, but those that were replaced since. What a brief proves is not
   * asked again: to check the whole row, and the file, took six times as long.
   */
  briefed(briefs: readonly KnownBrief[]): ReadonlyMap<string, SessionSummary> {
    const known = new Map<string, SessionSummary>();
    this.#cache.ask(() => {
      for (const brief of briefs) {
        const summary = this.#rows.summaryOf(brief);
        if (summary !== undefined) known.set(brief.file, summary);
      }
    });
    return known;
  }

  /**
   * The end of a log, caught up with, and the way to everything before; undefined where the log is not sound enough, or
   * the index does not serve.
   * @param source the log, open
   * @throws NotFoundError, NotASessionError, LogIoError
   */
  end(log: IndexedLog, source: ByteSource, now: number): LogEnd | undefined {
    return this.#linked(log, source, now, (row) => this.#endOf(log, source, row));
  }

  /** The same of a log that the index is not behind. */
  freshEnd(log: IndexedLog, source: ByteSource): LogEnd | undefined {
    return this.#fresh(log, (row) => (isLinked(row, source) ? this.#endOf(log, source, row) : undefined));
  }

  #endOf(log: IndexedLog, source: ByteSource, row: SessionRow): LogEnd {
    const earlier = this.#earlier(log, row);
    const { leaf } = summaryOfRow(row, log);
    const state = { scan: scanOfRow(row, log), entries: [], damage: [] };
    const map = new LogMap(source, log.dialect, log.fallbackId, state, earlier);
    return new LogEnd(source, map, log.dialect.leafRule, leaf === null ? null : earlier.entry(leaf));
  }

  /**
   * What stands in a log before one of its entries; undefined where `end` gives nothing.
   * @param source the log, open
   * @throws NotFoundError, NotASessionError, LogIoError
   */
  before(
    log: IndexedLog,
    source: ByteSource,
    { id, offset }: LocatedHead,
    now: number,
  ): EarlierEntries | undefined {
    return this.#linked(log, source, now, (row) => {
      const near = this.#rows.near({ no: row.no, count: row.entries }, id);
      if (near?.heads.get(id)?.offset !== offset) return undefined;
      return this.#earlier(log, { ...row, entries: placeOf(id, near) });
    });
  }

  /** What `take` gives of the row of a log whose entries all stand in order, once it is caught up with. */
  #linked<T>(log: IndexedLog, source: ByteSource, now: number, take: (row: SessionRow) => T): T | undefined {
    const stamp = stampOfLog(log);
    if (stamp === undefined) return undefined;
    const taken = (row: SessionRow): T | undefined => (isLinked(row, source) ? take(row) : undefined);
    let isBehind = false;
    const told = this.#cache.ask(() => {
      const row = this.#row(log);
      // Reading a log that is not known, or not any more, costs more than to open it without.
      if (row?.linked !== 1 || row.identity !== stamp.identity || row.size > stamp.size) return undefined;
      isBehind = !sameStamp(row, stamp);
      return isBehind ? undefined : taken(row);
    });
    if (!isBehind) return told;
    this.summary(log, now);
    return this.#fresh(log, taken);
  }

  /** What is kept of a log's entries, for as long as the index keeps them. */
  #earlier(log: IndexedLog, row: Pick<SessionRow, "identity" | "size" | "entries">): EarlierEntries {
    const key = fileKey(this.#file, log.file);
    // Stays true whatever becomes of the index: what stands in a log before its end does not change.
    let near: NearHeads | undefined;
    const ask = <T>(work: (among: FirstEntries) => T): T => {
      const answer = this.#cache.ask(() => {
        const among = this.#rows.place(key, row);
        return among && { told: work(among) };
      });
      if (answer === undefined) throw new WholeLogNeeded();
      return answer.told;
    };
    const entry = (id: string): LocatedHead | undefined => {
      if (near?.heads.has(id) !== true)
        near = ask((among) => this.#rows.near({ ...among, near }, id)) ?? near;
      return near?.heads.get(id);
    };
    return { entry, repeated: entry, lastNode: () => ask((among) => this.#rows.lastNode(among)) };
  }

  /**
   * What decides about a list of those logs that are as they were when last read, by file: a tenth of what their
   * summaries cost. Null: the log holds no session; undefined: it has changed; a log without a row is not among them. All
   * other logs are forgotten.
   */
  briefs(logs: readonly IndexedLog[], now: number): ReadonlyMap<string, KnownBrief | null | undefined> {
    const known = new Map<string, KnownBrief | null | undefined>();
    const byKey = new Map(logs.map((log) => [fileKey(this.#file, log.file), log]));
    const gone: string[] = [];
    this.#cache.ask(() => {
      for (const [key, row] of this.#rows.briefs()) {
        const log = byKey.get(key);
        const stamp = log && stampOfLog(log);
        if (log === undefined) gone.push(key);
        else known.set(log.file, stamp && briefOf(row, log, stamp, now));
      }
    });
    this.#forget(gone);
    return known;
  }

  /** Forgets every log that is not among `files`. */
  forgetAllBut(files: Iterable<string>): void {
    const keys = new Set([...files].map((file) => fileKey(this.#file, file)));
    const gone = this.#cache.ask(() => this.#rows.files().filter((key) => !keys.has(key))) ?? [];
    this.#forget(gone);
  }

  /** Reads all logs anew and forgets all others; each is replaced as a whole, so that others can go on meanwhile. */
  async rebuild(
    logs: readonly IndexedLog[],
    now: number,
    onProgress?: (done: number) => void,
  ): Promise<RebuildReport> {
    this.forgetAllBut(logs.map(({ file }) => file));
    const read = (log: IndexedLog): void => this.#gather(log, readLog(log, now));
    const report = await rebuildIndex(logs, read, onProgress);
    this.keepGathered();
    return report;
  }

  /** What is wrong with the index, or behind in it. Changes nothing and opens no log. */
  check(logs: readonly IndexedLog[]): IndexFinding[] {
    const found = this.#cache.ask(() =>
      checkIndex(this.#database, new Set(this.#rows.files()), logs, {
        keyOf: ({ file }) => fileKey(this.#file, file),
        isFresh: (log) => this.#fresh(log, () => true) ?? false,
      }),
    );
    return found ?? [{ kind: "unusable", detail: "it cannot be read" }];
  }

  close(): void {
    this.#cache.close();
  }

  /** What `take` gives of the log's row, if the row is of the log as it is now. */
  #fresh<T>(log: IndexedLog, take: (row: SessionRow) => T): T | undefined {
    const stamp = stampOfLog(log);
    if (stamp === undefined) return undefined;
    return this.#cache.ask(() => {
      const row = this.#row(log);
      return row !== undefined && sameStamp(row, stamp) ? take(row) : undefined;
    });
  }

  #row(log: IndexedLog): SessionRow | undefined {
    const row = this.#rows.find(fileKey(this.#file, log.file));
    return row !== undefined && isSound(row) && isRowOf(row, log) ? row : undefined;
  }

  #forget(keys: readonly string[]): void {
    if (keys.length > 0) this.#cache.write(() => keys.forEach((key) => this.#rows.remove(key)));
  }

  #gather(log: IndexedLog, reading: LogReading, before?: SessionRow): void {
    this.#gathered.push(this.#rows.keeping(log, fileKey(this.#file, log.file), reading, before));
    this.#entries += reading.entries.length;
    if (this.#entries >= GATHERED) this.keepGathered();
  }
}

/** Whether all entries of a row stand in order, and in `source`. */
function isLinked(row: SessionRow, source: ByteSource): boolean {
  return row.linked === 1 && canResume(source, row);
}
