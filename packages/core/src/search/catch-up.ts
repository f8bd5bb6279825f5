import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { ByteSource } from "../log/byte-source.ts";
import type { IndexedLog } from "../session-index/log-reading.ts";
import { stampOfLog } from "../session-index/snapshot.ts";
import { sameStamp, type Stamp } from "../session-index/stamp.ts";
import type { LogRow } from "./log-rows.ts";
import type { SearchIndex } from "./search-index.ts";
import { slicesOf, type Slice } from "./slices.ts";

/** The logs that are searched, and how one is read. */
export interface SearchedLogs {
  readonly logs: readonly IndexedLog[];
  /** @throws NotFoundError, NotASessionError, LogIoError */
  readonly open: (log: IndexedLog) => ByteSource & { close(): void };
  /** Is told of each log that cannot be read. */
  readonly onUnreadable: (log: IndexedLog, error: unknown) => void;
  /** Is told how many of the logs that had to be read have been. */
  readonly onProgress: (done: number, total: number) => void;
}

/** A log that the index has as it is now. */
export interface Covered {
  readonly log: IndexedLog;
  readonly row: LogRow;
}

/** All logs, parted by whether the index has them as they are now. */
export interface CaughtUp {
  /** By their numbers in the index. */
  readonly covered: ReadonlyMap<number, Covered>;
  readonly others: readonly IndexedLog[];
}

/** How long a write is tried while others write, in milliseconds: they do what we would. */
const PATIENCE = 3000;
const PAUSE = 50;

/** So many characters are written at once: what a kill loses, and what is held in memory. */
const AT_ONCE = 16 << 20;

/**
 * Brings the index up to the logs and forgets those that are gone. Then it has all of them, unless it cannot be written.
 * What is written stays, whenever the process is killed.
 */
export async function catchUp(
  index: SearchIndex,
  searched: SearchedLogs,
  atOnce = AT_ONCE,
): Promise<CaughtUp> {
  const { logs, onProgress } = searched;
  const known = index.logs();
  if (known === undefined) return { covered: new Map(), others: logs };
  const { covered, others: stale } = parted(index, logs, known, stampOfLog);
  // Else each row is that of a log.
  if (covered.size < known.size) {
    const gone = index.gone(known.values(), logs);
    if (gone.length > 0) index.forget(gone);
  }
  if (stale.length === 0) return { covered, others: [] };
  await readAll(index, searched, stale, known, atOnce, (done) => onProgress(done, stale.length));
  // After a build; what a few sessions leave free is soon used again.
  if (stale.length * 2 > logs.length) index.shrink();
  const before = new Map([...covered.values()].map(({ log, row }) => [log, row]));
  // A log that was read just now has another stamp than before, if it has grown meanwhile.
  return parted(index, logs, index.logs() ?? new Map(), (log) => before.get(log) ?? stampOfLog(log));
}

/** One pass over all logs: it is half of a search among ten thousand. */
function parted(
  index: SearchIndex,
  logs: readonly IndexedLog[],
  rows: ReadonlyMap<string, LogRow>,
  stampOf: (log: IndexedLog) => Stamp | undefined,
): CaughtUp {
  const covered = new Map<number, Covered>();
  const others: IndexedLog[] = [];
  for (const log of logs) {
    const row = rows.get(index.keyOf(log));
    if (row !== undefined && isFresh(row, log, stampOf(log))) covered.set(row.no, { log, row });
    else others.push(log);
  }
  return { covered, others };
}

function isFresh(row: LogRow, { dialect, fallbackId }: IndexedLog, stamp: Stamp | undefined): boolean {
  if (stamp === undefined || !sameStamp(row, stamp)) return false;
  return row.dialect === dialect.name && row.fallback === fallbackId;
}

/** Reads logs into the index, some at a time; ends early where it cannot be written. */
async function readAll(
  index: SearchIndex,
  { open, onUnreadable }: SearchedLogs,
  stale: readonly IndexedLog[],
  known: ReadonlyMap<string, LogRow>,
  atOnce: number,
  progress: (done: number) => void,
): Promise<void> {
  let batch: Slice[] = [];
  let characters = 0;
  for (const [done, log] of stale.entries()) {
    const key = index.keyOf(log);
    try {
      const stamp = stampOfLog(log);
      if (stamp === undefined) continue;
      const source = open(log);
      try {
        const row = known.get(key);
        const before = row && index.known(row);
        for (const slice of slicesOf({ ...log, file: key }, source, stamp, before, atOnce)) {
          batch.push(slice);
          characters += slice.entries.reduce((sum, { words }) => sum + words.length, 0);
          const isPart = slice.row.changed === "";
          if (!isPart && characters < atOnce) continue;
          if (!(await keepPatiently(index, batch))) return;
          [batch, characters] = [[], 0];
          // Another process reads the same log.
          if (isPart && index.logs()?.get(key)?.position !== slice.row.position) break;
        }
      } finally {
        source.close();
      }
    } catch (error) {
      onUnreadable(log, error);
    }
    progress(done + 1);
  }
  await keepPatiently(index, batch);
}

async function keepPatiently(index: SearchIndex, batch: readonly Slice[]): Promise<boolean> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    await nextTurn();
    const kept = index.keep(batch);
    if (kept !== "locked" || performance.now() >= deadline) return kept === "kept";
    await sleep(PAUSE);
  }
}
