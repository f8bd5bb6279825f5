import type { Damage } from "../format/damage.ts";
import { blobFilesIn, blobFolder } from "../log/blob-folder.ts";
import type { IndexFinding as OneIndexFinding } from "../session-index/check-index.ts";
import type { Fix } from "./doctor-fix.ts";
import type { Leftover } from "./leftovers.ts";
import { lossReport, type LossReport } from "./loss-report.ts";
import type { ModeFinding } from "./open-modes.ts";
import type { SearchIndexReport } from "./search-cache.ts";
import { SessionLog } from "./session-log.ts";
import type { Progress } from "./store-parts.ts";
import type { LogRef, ReadableLog } from "./storage.ts";

/** Damage in a file of the store. */
export interface FileDamage extends Damage {
  readonly file: string;
}

/** Something about an index: never a loss, as an index is only a cache. */
export interface IndexFinding extends OneIndexFinding {
  readonly file: string;
}

/** A folder where sessions lie, and how many of the files there hold none. */
export interface OtherFiles {
  readonly folder: string;
  readonly files: number;
}

/** What became of what is in a file of the store, or of another agent. */
export interface FileReport extends LossReport {
  readonly file: string;
  readonly dialect: string;
}

export interface DoctorReport {
  readonly files: number;
  readonly entries: number;
  readonly damage: readonly FileDamage[];
  /** Annotations about entries that are not in their log, and blobs that nothing reads: nothing is lost by them. */
  readonly notices: readonly FileDamage[];
  /** Of every file, how much of it is understood, only carried along, or damaged. */
  readonly reports: readonly FileReport[];
  readonly index: readonly IndexFinding[];
  /** The search index; null: there is none. */
  readonly search: SearchIndexReport | null;
  /** What others may read or write of the store. */
  readonly modes: readonly ModeFinding[];
  /** Temporary files that processes have left that died more than a day ago; `emptyTrash` deletes them. */
  readonly leftovers: readonly Leftover[];
  /** Files among the sessions that are none. */
  readonly others: readonly OtherFiles[];
  /** What was put right, if that was asked for. */
  readonly fixed: readonly Fix[];
  /** No log is damaged. */
  readonly ok: boolean;
}

/** What is wrong with one log: bytes, bodies, blobs and links. Reads all of it, changes nothing. */
export function examine(ref: LogRef, source: ReadableLog): Examined {
  const log = new SessionLog(source, ref.dialect, ref.fallbackId);
  const { file, dialect } = ref;
  const damage = log.damageAndLosses();
  return {
    entries: log.heads.length,
    damage: damage.map((one) => ({ file, ...one })),
    notices: [...log.missingTargets().map((one) => ({ file, ...one })), ...unusedBlobs(log, file)],
    reports: [{ file, dialect: dialect.name, ...lossReport(log, damage) }],
  };
}

/** Blobs beside a log that no entry of it names: their line was never written. */
function unusedBlobs(log: SessionLog, file: string): FileDamage[] {
  const folder = blobFolder(file);
  const there = blobFilesIn(folder);
  if (there.length === 0) return [];
  const named = new Set(log.blobs().map(({ sha256 }) => sha256));
  const unused = there.filter(({ name }) => !named.has(name));
  if (unused.length === 0) return [];
  const length = unused.reduce((sum, { bytes }) => sum + bytes, 0);
  const detail = `${unused.length} of ${there.length} files that no entry of the log names`;
  return [{ file: folder, offset: 0, length, kind: "unused-blobs", detail }];
}

/** Examines logs one after the other; one that cannot be read is told of, and hides no other. */
export function examineAll(
  logs: readonly LogRef[],
  open: (log: LogRef) => ReadableLog,
  onUnreadable: (log: LogRef, error: unknown) => void,
  onProgress: Progress = () => undefined,
): Examined {
  const all: Examined[] = [];
  for (const [index, ref] of logs.entries()) {
    try {
      const source = open(ref);
      try {
        all.push(examine(ref, source));
      } finally {
        source.close();
      }
    } catch (error) {
      onUnreadable(ref, error);
    }
    onProgress(index + 1, logs.length);
  }
  return {
    entries: all.reduce((sum, { entries }) => sum + entries, 0),
    damage: all.flatMap(({ damage }) => damage),
    notices: all.flatMap(({ notices }) => notices),
    reports: all.flatMap(({ reports }) => reports),
  };
}

type Examined = Pick<DoctorReport, "entries" | "damage" | "notices" | "reports">;
