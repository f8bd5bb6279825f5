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

/** Its columns in `sessions`. */
export interface BriefRow {
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
  ...[string | null, SessionBrief["relation"], string | null],
];

/** The text that keeps a brief, with all that tells whether it is true. */
export function keptBrief(
  { dialect, fallbackId }: IndexedLog,
  { identity, size, changed }: Stamp,
  { from, until }: Validity,
  summary: SessionSummary,
): string {
  const { id, cwd, active, archived, messages, parentSession, relation, originId } = summary;
  const told = [id, cwd, active, archived, messages, parentSession, relation, originId] as const;
  const stamp = [identity, size, changed] as const;
  const kept: Kept = [dialect.name, fallbackId, ...stamp, from, until, isSession(summary), ...told];
  return JSON.stringify(kept);
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
): SessionBrief | null | undefined {
  if (typeof row.brief !== "string" || crc32(row.brief) !== row.brief_sum) return undefined;
  const [name, fallback, identity, size, changed, from, until, session, ...told] = JSON.parse(
    row.brief,
  ) as Kept;
  if (name !== dialect.name || fallback !== fallbackId) return undefined;
  if (identity !== stamp.identity || size !== stamp.size || changed !== stamp.changed) return undefined;
  if ((from !== null && from > now) || (until !== null && now >= until)) return undefined;
  const [id, cwd, active, archived, messages, parentSession, relation, originId] = told;
  if (!session) return null;
  return { id, dialect: name, file, cwd, active, archived, messages, parentSession, relation, originId };
}

/** Whether a log holds anything of a session: a header or an entry. */
export function isSession({ entries, created, cwd }: SessionSummary): boolean {
  return entries > 0 || created !== null || cwd !== null;
}
