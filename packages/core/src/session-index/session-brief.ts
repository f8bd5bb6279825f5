import { crc32 } from "node:zlib";
import type { IndexedLog } from "./log-reading.ts";
import type { Stamp } from "./stamp.ts";
import type { SessionSummary } from "./summary.ts";

/** What of a summary decides whether a list shows it, and where. */
export type SessionBrief = Pick<
  SessionSummary,
  | "id"
  | "dialect"
  | "file"
  | "cwd"
  | "active"
  | "archived"
  | "messages"
  | "parentSession"
  | "relation"
  | "originId"
>;

/** A brief that the index knows, and where it has the summary. */
export interface KnownBrief extends SessionBrief {
  readonly no: number;
  /** The checksum of that summary's text. */
  readonly summarySum: number;
}

/** Its columns in `sessions`. */
export interface BriefRow {
  readonly no: number;
  readonly file: string | Buffer;
  readonly brief: string;
  readonly brief_sum: number;
}

/** For how long a summary is true: from the first time on, and before the second. Milliseconds since 1970. */
export interface Validity {
  readonly from: number | null;
  readonly until: number | null;
}

type Kept = readonly [
  string,
  string,
  ...[Stamp["identity"], Stamp["size"], Stamp["changed"], Validity["from"], Validity["until"], boolean],
  ...[string, string | null, string | null, boolean, number],
  ...[string | null, SessionBrief["relation"], string | null, number],
];

/**
 * The text that keeps a brief, with all that tells whether it is true.
 * @param kept the text that keeps the summary
 */
export function keptBrief(
  { dialect, fallbackId }: IndexedLog,
  { identity, size, changed }: Stamp,
  { from, until }: Validity,
  summary: SessionSummary,
  kept: string,
): string {
  const { id, cwd, active, archived, messages, parentSession, relation, originId } = summary;
  const told = [id, cwd, active, archived, messages, parentSession, relation, originId, crc32(kept)] as const;
  const stamp = [identity, size, changed] as const;
  const brief: Kept = [dialect.name, fallbackId, ...stamp, from, until, isSession(summary), ...told];
  return JSON.stringify(brief);
}

/**
 * The brief of a log that is as it was when it was kept; null: it holds no session; undefined: it has changed, or the
 * row is not what was written.
 */
export function briefOf(
  row: BriefRow,
  { file, dialect, fallbackId }: IndexedLog,
  stamp: Stamp,
  now: number,
): KnownBrief | null | undefined {
  if (typeof row.brief !== "string" || crc32(row.brief) !== row.brief_sum) return undefined;
  const [name, fallback, identity, size, changed, from, until, session, ...told] = JSON.parse(
    row.brief,
  ) as Kept;
  if (name !== dialect.name || fallback !== fallbackId) return undefined;
  if (identity !== stamp.identity || size !== stamp.size || changed !== stamp.changed) return undefined;
  if ((from !== null && from > now) || (until !== null && now >= until)) return undefined;
  if (!session) return null;
  const [id, cwd, active, archived, messages, parentSession, relation, originId, summarySum] = told;
  const shown = { id, dialect: name, file, cwd, active, archived, messages };
  return { ...shown, parentSession, relation, originId, no: row.no, summarySum };
}

/** Whether a log holds anything of a session: a header or an entry. */
export function isSession({ entries, created, cwd }: SessionSummary): boolean {
  return entries > 0 || created !== null || cwd !== null;
}
