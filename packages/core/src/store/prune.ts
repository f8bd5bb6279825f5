import type { SessionSummary } from "../session-index/summary.ts";
import { isAnnotation } from "../format/entry-kinds.ts";
import { labelsOf } from "../tree/labels.ts";
import { deleteSession, timeBefore } from "./deletion.ts";
import { listSessions } from "./list-sessions.ts";
import { unreadable } from "./plain-catalog.ts";
import { SessionLog } from "./session-log.ts";
import type { StoreParts } from "./store-parts.ts";
import type { LogRef } from "./storage.ts";

/** Whatever is asked for, a session with a node younger than this stays. */
const YOUNG = 24 * 3_600_000;

/** Which sessions to prune: of a working directory, or all; archived ones too. */
export type PruneOptions = ({ readonly cwd: string } | { readonly all: true }) & {
  /** Without a message for so many milliseconds. */
  readonly olderThan: number;
  /** False: move them. Default: only tell. */
  readonly dryRun?: boolean | undefined;
};

/** Why a session stays. */
export type KeepReason = "active" | "labelled" | "young" | "unknown";

export interface PruneReport {
  readonly dryRun: boolean;
  /** What was moved to the trash, or would be; the newest activity first. */
  readonly sessions: readonly SessionSummary[];
  /**
   * How many sessions stay, by the first reason: a message that is new enough, a label, any node of the last 24 hours
   * (by the times in the log), or that its activity is unknown, or its log not readable just now.
   */
  readonly kept: Readonly<Record<KeepReason, number>>;
}

/** Moves the sessions that were long not used to the trash, or tells which. @throws SessionTreeError `INVALID_ARGUMENT`, LogIoError */
export async function prune(parts: StoreParts, options: PruneOptions): Promise<PruneReport> {
  const { olderThan, dryRun = true } = options;
  const now = parts.sessionOptions.now();
  const before = timeBefore(now, olderThan);
  const where = "cwd" in options ? { cwd: options.cwd } : {};
  const kept = { active: 0, labelled: 0, young: 0, unknown: 0 };
  const sessions: SessionSummary[] = [];
  const summaries = listSessions(await parts.catalog.summaries(), { ...where, archived: true });
  const own = new Map(parts.storage.logs().map((log) => [log.file, log]));
  for (const summary of summaries) {
    const log = own.get(summary.file);
    // It was deleted meanwhile.
    if (log === undefined) continue;
    // The log itself is asked, and right before it is moved.
    const reason = activityReason(summary, before) ?? logReason(parts, log, now.getTime() - YOUNG);
    if (reason !== undefined) {
      kept[reason]++;
      continue;
    }
    if (!dryRun) await deleteSession(parts, summary.file);
    sessions.push(summary);
  }
  return { dryRun, sessions, kept };
}

function activityReason({ active }: SessionSummary, before: number): KeepReason | undefined {
  const time = active === null ? Number.NaN : Date.parse(active);
  if (Number.isNaN(time)) return "unknown";
  return time > before ? "active" : undefined;
}

function logReason(parts: StoreParts, log: LogRef, youngFrom: number): KeepReason | undefined {
  try {
    const source = parts.openToRead(log);
    try {
      const { heads } = new SessionLog(source, log.dialect, log.fallbackId);
      if (labelsOf(heads).size > 0) return "labelled";
      const nodes = heads.filter(({ type }) => !isAnnotation(type));
      return nodes.some(({ timestamp = "" }) => Date.parse(timestamp) > youngFrom) ? "young" : undefined;
    } finally {
      source.close();
    }
  } catch (error) {
    parts.onUnreadable(log, unreadable(log, error));
    return "unknown";
  }
}
