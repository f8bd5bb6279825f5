import { DurabilityUnknownError, NotASessionError } from "../errors.ts";
import { encodeHeader } from "../format/encode.ts";
import { Redactor } from "../format/redact.ts";
import type { KindCounts } from "../dialects/export-notes.ts";
import type { LogHeader } from "../log/log-rules.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import { carried } from "./lines-anew.ts";
import type { PutBlobs } from "./carry-blobs.ts";
import {
  copiedHeader,
  importId,
  importLines,
  isOrigin,
  originOf,
  replayedLeaf,
  statesId,
} from "./import-log.ts";
import { lossReport, type LossReport } from "./loss-report.ts";
import { projectOfCopy } from "./project.ts";
import { readHeader } from "./read-header.ts";
import { revisedLog } from "./revised-log.ts";
import { SessionLog } from "./session-log.ts";
import type { StoreParts } from "./store-parts.ts";
import type { LogRef, ReadableLog } from "./storage.ts";

/** The native log of an import, and what the import did. */
export interface Imported {
  readonly ref: LogRef;
  /** False: the log had been imported before. */
  readonly created: boolean;
  /** How many entries this import added. */
  readonly added: number;
  /** What became of all that is in the source. */
  readonly report: LossReport;
  /** What was replaced by a marker in what this import added, by kind. */
  readonly redacted: KindCounts;
}

export interface ImportOptions {
  /** The directory that a new session belongs to. Default: the one that the log names. */
  readonly cwd?: string | undefined;
  /** Puts a marker in place of keys and tokens in all that is added; what was imported before stays as it is. */
  readonly redact?: boolean | undefined;
}

/**
 * Imports a log: a new native session, or what is new added to the session that an earlier import made.
 * @throws NotASessionError, LogIoError
 */
export async function importSession(
  parts: StoreParts,
  summaries: readonly SessionSummary[],
  from: LogRef,
  { cwd, redact = false }: ImportOptions,
): Promise<Imported> {
  const redactor = redact ? new Redactor() : undefined;
  const source = parts.openToRead(from);
  try {
    const log = new SessionLog(source, from.dialect, from.fallbackId);
    if (log.header === undefined && log.heads.length === 0) {
      throw new NotASessionError(from.file, "it has neither a header nor an entry");
    }
    const earlier = earlierImport(parts, summaries, log, source);
    const done =
      earlier === undefined
        ? importNew(parts, log, source, projectOfCopy(from.file, log.header?.cwd, cwd), redactor)
        : await importMore(parts, earlier, log, redactor);
    return { ...done, report: lossReport(log), redacted: redactor?.counts ?? {} };
  } finally {
    source.close();
  }
}

function importNew(
  parts: StoreParts,
  log: SessionLog,
  source: ReadableLog,
  cwd: string,
  redactor: Redactor | undefined,
): Omit<Imported, "report" | "redacted"> {
  const now = parts.sessionOptions.now();
  const origin = originOf(log, source);
  const id = importId(origin, log.header?.timestamp);
  const timestamp = log.begun ?? now.toISOString();
  const header = { ...copiedHeader(log, { id, timestamp, cwd }), origin };
  const replayed = replayedLeaf(log, log.heads);
  const file = parts.storage.locate(header.cwd, id);
  function* lines(): Generator<Buffer> {
    yield encodeHeader(redactor?.value(header) ?? header);
    const put: PutBlobs = (blobs) => parts.storage.putBlobs(file, blobs);
    yield* carried(importLines(log, log.heads, replayed, now), log, redactor, put);
  }
  try {
    return { ref: parts.storage.create(header.cwd, id, lines()), created: true, added: log.heads.length };
  } catch (error) {
    // Another process imported the same bytes meanwhile.
    const same = parts.storage.logs().find(({ fallbackId }) => fallbackId === id);
    if (same === undefined || error instanceof DurabilityUnknownError) throw error;
    return { ref: same, created: false, added: 0 };
  }
}

/** The native session that an earlier import of this log made. */
function earlierImport(
  parts: StoreParts,
  summaries: readonly SessionSummary[],
  log: SessionLog,
  source: ReadableLog,
): LogRef | undefined {
  // A translated session without an id of its own has that of its file, which may be renamed.
  const anyId = log.dialect.translation !== undefined && !statesId(log);
  const imports = new Set(
    summaries
      .filter(({ dialect, originId }) => dialect === "native" && (originId === log.id || anyId))
      .map(({ file }) => file),
  );
  return parts.storage
    .logs()
    .find((ref) => imports.has(ref.file) && isOrigin(headerOf(parts, ref)?.origin, log, source));
}

function headerOf(parts: StoreParts, ref: LogRef): LogHeader | undefined {
  const source = parts.openToRead(ref);
  try {
    return readHeader(source, ref);
  } finally {
    source.close();
  }
}

/** Adds the entries that the source got since; what was appended to the import itself stays. */
async function importMore(
  parts: StoreParts,
  ref: LogRef,
  told: SessionLog,
  redactor: Redactor | undefined,
): Promise<Omit<Imported, "report" | "redacted">> {
  const handle = parts.storage.openToAppend(ref);
  let close = (): void => undefined;
  try {
    const own = new SessionLog(handle, ref.dialect, ref.fallbackId);
    let log = told;
    if (told.dialect.translation !== undefined) ({ log, close } = revisedLog(told, own));
    const added = log.heads.filter(({ id }) => own.head(id) === undefined);
    if (added.length > 0) {
      const leaf = replayedLeaf(log, added, own.heads);
      const lines = importLines(log, added, leaf, parts.sessionOptions.now(), own.id);
      const put: PutBlobs = (blobs) => parts.storage.putBlobs(ref.file, blobs);
      for (const chunk of inChunks(carried(lines, log, redactor, put))) handle.append(chunk);
      await handle.sync();
    }
    return { ref, created: false, added: added.length };
  } finally {
    close();
    // What was appended is synced: closing has nothing left to tell.
    await handle.close().catch(() => undefined);
  }
}

/** So much is written at once: an import that is cut short is completed by the next one. */
const CHUNK = 8 << 20;

function* inChunks(lines: Iterable<Buffer>): Generator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for (const line of lines) {
    held.push(line);
    bytes += line.length;
    if (bytes < CHUNK) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (held.length > 0) yield Buffer.concat(held);
}
