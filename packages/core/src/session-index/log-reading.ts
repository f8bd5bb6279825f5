import { isAnnotation } from "../format/entry-kinds.ts";
import type { LogName } from "../dialects/log-name.ts";
import { LogEnd } from "../log/log-end.ts";
import { LogMap, WholeLogNeeded, type EarlierEntries, type LocatedHead } from "../log/log-map.ts";
import type { ScanState } from "../log/scan-log.ts";
import { treeOfLog } from "../log/tree-of-log.ts";
import { isLinkedInOrder } from "../tree/linked-in-order.ts";
import { snapshotOf, type Snapshot } from "./snapshot.ts";
import { canResume, resumePointOf, type ResumePoint } from "./resume-point.ts";
import type { Stamp } from "./stamp.ts";
import { linksOf, summarize, type Summarized } from "./summarize.ts";
import type { SessionSummary } from "./summary.ts";
import { Survey, type SurveyState } from "./survey.ts";

/** A log that an index keeps. */
export type IndexedLog = LogName;

/** What reading a log gives, and the index keeps of it. */
export interface LogReading {
  readonly stamp: Stamp;
  readonly point: ResumePoint;
  readonly scan: ScanState;
  readonly id: string;
  readonly survey: SurveyState;
  readonly summarized: Summarized;
  /** Every entry stands behind those that it is linked to: so what is appended changes no link. */
  readonly linked: boolean;
  /** Whether the rest is all that there is; else it comes behind what the index kept. */
  readonly isWhole: boolean;
  readonly entries: readonly LocatedHead[];
  /** How much damage stays as it is, what was kept included. */
  readonly damage: number;
  readonly leaves: Leaves;
}

/** Nodes that became leaves, and such that no longer are. */
interface Leaves {
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

/** What the index kept of a log. */
export interface KeptReading {
  readonly stamp: Stamp;
  readonly point: ResumePoint;
  readonly scan: ScanState;
  readonly linked: boolean;
  readonly survey: SurveyState;
  readonly summary: SessionSummary;
  /** How much damage stays as it is. */
  readonly damage: number;
  readonly earlier: EarlierEntries;
  readonly isLeaf: (id: string) => boolean;
}

/**
 * Reads a log, only what was appended if it has grown since `kept` was read.
 * @param kept must be true at `now`; what is in it is used up
 * @throws NotFoundError, NotASessionError, LogIoError
 */
export function readLog(log: IndexedLog, now: number, kept?: KeptReading): LogReading {
  const source = snapshotOf(log);
  try {
    return (kept && readOn(source, log, now, kept)) ?? readAll(source, log, now);
  } finally {
    source.close();
  }
}

function readAll(source: Snapshot, { dialect, fallbackId }: IndexedLog, now: number): LogReading {
  const map = new LogMap(source, dialect, fallbackId);
  const survey = new Survey(dialect, now);
  survey.read(map);
  const tree = treeOfLog(map);
  const links = linksOf(source, dialect, map, tree, survey.state.damage.length);
  return {
    ...readingOf(source, map, survey.state, 0),
    // What is told anew may differ anywhere.
    point: { ...resumePointOf(source, map), ...(dialect.translation && { tail: null }) },
    summarized: summarize(source, dialect, map, survey.state, links, now),
    linked: map.header !== undefined && map.revisions === 0 && isLinkedInOrder(tree),
    isWhole: true,
    leaves: { added: tree.leaves().map(({ head }) => head.id), gone: [] },
  };
}

/** Reads what was appended, at a cost that does not follow what was there; undefined where that is not enough. */
function readOn(
  source: Snapshot,
  { dialect, fallbackId }: IndexedLog,
  now: number,
  kept: KeptReading,
): LogReading | undefined {
  const { earlier, summary, scan } = kept;
  if (!kept.linked || summary.entries === 0) return undefined;
  if (!hasGrown(kept.stamp, source.stamp) || !canResume(source, kept.point)) return undefined;
  const map = new LogMap(source, dialect, fallbackId, { scan, entries: [], damage: [] }, earlier);
  const survey = new Survey(dialect, now, kept.survey);
  try {
    const leaf = summary.leaf === null ? null : earlier.entry(summary.leaf);
    const end = new LogEnd(source, map, dialect.leafRule, leaf);
    survey.read(end);
    if (map.revisions > 0) return undefined;
    const leaves = leavesAfter(end, kept);
    const links = {
      climb: end,
      leaf: end.leaf,
      entries: summary.entries + map.entries.length,
      branches: summary.branches + leaves.added.length - leaves.gone.length,
      damage: kept.damage + map.damage.length + survey.state.damage.length,
    };
    return {
      ...readingOf(source, map, survey.state, kept.damage),
      point: resumePointOf(source, map),
      summarized: summarize(source, dialect, map, survey.state, links, now),
      linked: true,
      isWhole: false,
      leaves,
    };
  } catch (error) {
    if (error instanceof WholeLogNeeded) return undefined;
    throw error;
  }
}

function readingOf({ stamp }: Snapshot, { id, entries, state }: LogMap, survey: SurveyState, kept: number) {
  const damage = kept + state.damage.length + survey.damage.length;
  return { stamp, scan: state.scan, id, survey, entries, damage };
}

/** @throws WholeLogNeeded where a new entry is not linked in order */
function leavesAfter(end: LogEnd, { isLeaf }: KeptReading): Leaves {
  const added = new Set<string>();
  const gone = new Set<string>();
  for (const head of end.map.entries) {
    if (isAnnotation(head.type)) continue;
    const parent = end.above(head);
    if (parent !== null && !added.delete(parent.id) && isLeaf(parent.id)) gone.add(parent.id);
    added.add(head.id);
  }
  return { added: [...added], gone: [...gone] };
}

/** Whether the file may be the same with more in it. Any other change means that somebody wrote into it. */
function hasGrown(then: Stamp, now: Stamp): boolean {
  return then.identity === now.identity && then.size < now.size;
}
