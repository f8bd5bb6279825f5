import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { newestIndex } from "@session-tree/migrations";
import type { ByteSource } from "../log/byte-source.ts";
import { LogEnd } from "../log/log-end.ts";
import { LogMap, WholeLogNeeded, type EarlierEntries, type LocatedHead } from "../log/log-map.ts";
import { checkIndex, type IndexFinding } from "./check-index.ts";
import { troubleOf, type IndexTrouble, type IndexUnavailable } from "./index-unavailable.ts";
import { readLog, type IndexedLog, type LogReading } from "./log-reading.ts";
import { canResume } from "./resume-point.ts";
import { rebuildIndex, type RebuildReport } from "./rebuild-index.ts";
import { isRowOf, isSound, isTrueAt, summaryOfRow, type SessionRow } from "./session-row.ts";
import { SessionRows } from "./session-rows.ts";
import type { SqliteDatabase } from "./sqlite.ts";
import { sameStamp } from "./stamp.ts";
import { stampOfLog } from "./snapshot.ts";
import type { SessionSummary } from "./summary.ts";

export interface IndexHooks {
  readonly onProblem?: (problem: IndexUnavailable) => void;
  /** Is called once the database is closed because it turned out to be corrupt. */
  readonly onCorrupt?: () => void;
}

/** After a write was refused, milliseconds in which none is tried: each try might block for as long as a lock is held. */
const WRITE_PAUSE = 10_000;

/**
 * A cache of what a set of logs holds. Each answer is what reading the log gives: a row is used only while its log is
 * as it was, and what is behind is caught up with first. If the index fails, the logs answer and `onProblem` is told.
 */
export class SessionIndex {
  readonly #database: SqliteDatabase;
  readonly #file: string;
  readonly #hooks: IndexHooks;
  readonly #rows: SessionRows;
  readonly #reported = new Set<IndexTrouble>();
  #writeAgainAt = 0;

  /** @throws SQLite's error if the tables are not there: `openIndex` opens the database and makes them */
  constructor(database: SqliteDatabase, file: string, hooks: IndexHooks = {}) {
    this.#database = database;
    this.#file = file;
    this.#hooks = hooks;
    this.#rows = new SessionRows(database);
  }

  /** @throws NotFoundError, NotASessionError, LogIoError */
  summary(log: IndexedLog, now: number): SessionSummary {
    return this.knownSummaries([log], now).get(log.file) ?? this.#read(log, now).summarized.summary;
  }

  /** The summaries of those logs that are as they were when last read, by file: all at once, as a list wants them. */
  knownSummaries(logs: readonly IndexedLog[], now: number): ReadonlyMap<string, SessionSummary> {
    const known = new Map<string, SessionSummary>();
    this.#ask(() => {
      for (const log of logs) {
        const summary = this.#fresh(log, (row) => (isTrueAt(row, now) ? summaryOfRow(row, log) : undefined));
        if (summary !== undefined) known.set(log.file, summary);
      }
    });
    return known;
  }

  /** The ids of a log's leaves, in file order. @throws NotFoundError, NotASessionError, LogIoError */
  leaves(log: IndexedLog, now: number): readonly string[] {
    this.summary(log, now);
    return this.#fresh(log, (row) => this.#rows.leaves(row)) ?? readLog(log, now).leaves.added;
  }

  /**
   * The end of a log, caught up with, and the way to everything before; undefined where the log is not sound enough, or
   * the index does not serve.
   * @param source the log, open
   * @throws NotFoundError, NotASessionError, LogIoError
   */
  end(log: IndexedLog, source: ByteSource, now: number): LogEnd | undefined {
    // Reading a log that is not known, or not any more, costs more than to open it without.
    if (!this.#goesOn(log)) return undefined;
    this.summary(log, now);
    return this.#fresh(log, (row) => {
      const { scan, summary, point } = this.#rows.load(row, log);
      if (row.linked === 0 || !canResume(source, point)) return undefined;
      const earlier = this.#earlier(this.#keyOf(log.file), row);
      const leaf = summary.leaf === null ? null : (earlier.entry(summary.leaf) ?? null);
      const map = new LogMap(source, log.dialect, log.fallbackId, { scan, entries: [], damage: [] }, earlier);
      return new LogEnd(source, map, log.dialect.leafRule, leaf);
    });
  }

  /** Whether a log is known as far as it was read, so that only what was appended is left to read. */
  #goesOn(log: IndexedLog): boolean {
    const stamp = stampOfLog(log);
    const row = this.#ask(() => this.#row(log));
    if (stamp === undefined || row === undefined) return false;
    return row.linked === 1 && row.identity === stamp.identity && row.size <= stamp.size;
  }

  /** What is kept of a log's entries, for as long as the index keeps them. */
  #earlier(key: string, row: SessionRow): EarlierEntries {
    const ask = <T>(work: (no: number) => T): T => {
      const answer = this.#ask(() => {
        const no = this.#rows.place(key, row);
        return no === undefined ? undefined : { told: work(no) };
      });
      if (answer === undefined) throw new WholeLogNeeded();
      return answer.told;
    };
    const entry = (id: string): LocatedHead | undefined => ask((no) => this.#rows.entry(no, id));
    return {
      entry,
      repeated: entry,
      lastNode: () => ask((no) => this.#rows.lastNode(no)),
      together: (work) => ask(work),
    };
  }

  /** The files that held an entry of this id when they were last read; undefined: the index cannot tell. */
  filesWithEntry(id: string): string[] | undefined {
    return this.#ask(() => this.#rows.filesWithEntry(id).map((key) => this.#fileOf(key)));
  }

  /** The files of the session of this id when they were last read; undefined: the index cannot tell. */
  filesOfSession(id: string): string[] | undefined {
    return this.#ask(() => this.#rows.filesOfSession(id).map((key) => this.#fileOf(key)));
  }

  /** Forgets every log that is not among `files`. */
  forgetAllBut(files: Iterable<string>): void {
    const keys = new Set([...files].map((file) => this.#keyOf(file)));
    const gone = this.#ask(() => this.#rows.files().filter((key) => !keys.has(key))) ?? [];
    if (gone.length > 0) this.#write(() => gone.forEach((key) => this.#rows.remove(key)));
  }

  /** Reads all logs anew and forgets all others; each is replaced as a whole, so that others can go on meanwhile. */
  async rebuild(
    logs: readonly IndexedLog[],
    now: number,
    onProgress?: (done: number) => void,
  ): Promise<RebuildReport> {
    this.forgetAllBut(logs.map(({ file }) => file));
    return await rebuildIndex(logs, (log) => this.#keep(log, readLog(log, now), undefined), onProgress);
  }

  /** What is wrong with the index, or behind in it. Changes nothing and opens no log. */
  check(logs: readonly IndexedLog[]): IndexFinding[] {
    const found = this.#ask(() =>
      checkIndex(this.#database, new Set(this.#rows.files()), logs, {
        keyOf: ({ file }) => this.#keyOf(file),
        isFresh: (log) => this.#fresh(log, () => true) ?? false,
      }),
    );
    return found ?? [{ kind: "unusable", detail: "it cannot be read" }];
  }

  close(): void {
    this.#database.close();
  }

  /** What `take` gives of the log's row, if the row is of the log as it is now. */
  #fresh<T>(log: IndexedLog, take: (row: SessionRow) => T): T | undefined {
    const stamp = stampOfLog(log);
    if (stamp === undefined) return undefined;
    return this.#ask(() => {
      const row = this.#row(log);
      return row !== undefined && sameStamp(row, stamp) ? take(row) : undefined;
    });
  }

  #row(log: IndexedLog): SessionRow | undefined {
    const row = this.#rows.find(this.#keyOf(log.file));
    return row !== undefined && isSound(row) && isRowOf(row, log) ? row : undefined;
  }

  #read(log: IndexedLog, now: number): LogReading {
    let before: SessionRow | undefined;
    const reading =
      this.#ask(() => {
        before = this.#row(log);
        const kept = before !== undefined && isTrueAt(before, now) ? this.#rows.load(before, log) : undefined;
        return kept && readLog(log, now, kept);
      }) ?? readLog(log, now);
    this.#keep(log, reading, before);
    return reading;
  }

  #keep(log: IndexedLog, reading: LogReading, before: SessionRow | undefined): void {
    this.#write(() => this.#rows.keep(log, this.#keyOf(log.file), reading, before));
  }

  /** Reads from one state of the index, whatever other processes write meanwhile. */
  #ask<T>(work: () => T): T | undefined {
    return this.#database.inTransaction
      ? work()
      : this.#attempt(() => this.#database.transaction(() => this.#guarded(work))());
  }

  #write(work: () => void): void {
    if (performance.now() < this.#writeAgainAt) return;
    this.#attempt(() => this.#database.transaction(() => this.#guarded(work)).immediate(), WRITE_PAUSE);
  }

  /** Another process may have brought the file to a later version, whose rows mean something else. */
  #guarded<T>(work: () => T): T {
    const version = this.#database.pragma("user_version", { simple: true });
    if (version !== newestIndex.version) throw new OtherVersion(`it is of version ${String(version)} now`);
    return work();
  }

  #attempt<T>(work: () => T, pause = 0): T | undefined {
    if (!this.#database.open) return undefined;
    try {
      return work();
    } catch (error) {
      const newer = error instanceof OtherVersion;
      const trouble = newer
        ? ({ reason: "newer", detail: error.message } as const)
        : troubleOf(error, this.#file);
      if (trouble === undefined) throw error;
      this.#writeAgainAt = Math.max(this.#writeAgainAt, performance.now() + pause);
      this.#fail(trouble);
      return undefined;
    }
  }

  #fail(trouble: IndexUnavailable): void {
    if (trouble.reason === "corrupt" || trouble.reason === "newer") this.#database.close();
    if (trouble.reason === "corrupt") this.#hooks.onCorrupt?.();
    if (this.#reported.has(trouble.reason)) return;
    this.#reported.add(trouble.reason);
    this.#hooks.onProblem?.(trouble);
  }

  /** How a file is named in the index: so that a folder can be moved together with its index. */
  #keyOf(file: string): string {
    const key = relative(dirname(this.#file), file);
    return key.startsWith("..") || isAbsolute(key) ? resolve(file) : key;
  }

  #fileOf(key: string): string {
    return isAbsolute(key) ? key : join(dirname(this.#file), key);
  }
}

class OtherVersion extends Error {}
