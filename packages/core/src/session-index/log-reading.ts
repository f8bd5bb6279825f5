import type { LogName } from "../dialects/log-name.ts";
import { LogMap, type LogMapState } from "../log/log-map.ts";
import { snapshotOf } from "./snapshot.ts";
import { canResume, resumePointOf, type ResumePoint } from "./resume-point.ts";
import type { Stamp } from "./stamp.ts";
import { summarize, type Summarized } from "./summarize.ts";
import { Survey, type SurveyState } from "./survey.ts";

/** A log that an index keeps. */
export type IndexedLog = LogName;

/** Everything that reading a log gives, and that the index keeps of it. */
export interface LogReading {
  readonly stamp: Stamp;
  readonly point: ResumePoint;
  readonly map: LogMap;
  readonly survey: SurveyState;
  readonly summarized: Summarized;
  /** What of the map was read earlier and is still the same; undefined: nothing. */
  readonly earlier: Counts | undefined;
}

/** How much there was of each list that only grows. */
export interface Counts {
  readonly entries: number;
  readonly lines: number;
  readonly bodies: number;
}

/** What the index kept of a log. */
export interface KeptReading {
  readonly stamp: Stamp;
  readonly point: ResumePoint;
  readonly map: LogMapState;
  readonly survey: SurveyState;
}

/**
 * Reads a log, only what was appended if it has grown since `kept` was read.
 * @param kept must be true at `now`; what is in it is used up
 * @throws NotFoundError, NotASessionError, LogIoError
 */
export function readLog(log: IndexedLog, now: number, kept?: KeptReading): LogReading {
  const { dialect, fallbackId } = log;
  const source = snapshotOf(log);
  try {
    const { stamp } = source;
    const goOn =
      kept !== undefined && hasGrown(kept.stamp, stamp) && canResume(source, kept.point) ? kept : undefined;
    const counts = goOn === undefined ? undefined : countsOf(goOn.map, goOn.survey);
    const map = new LogMap(source, dialect, fallbackId, goOn?.map);
    const survey = new Survey(dialect, now, goOn?.survey);
    survey.read(map);
    return {
      stamp,
      // What is told anew may differ anywhere.
      point: { ...resumePointOf(source, map), ...(dialect.translation && { tail: null }) },
      map,
      survey: survey.state,
      summarized: summarize(source, dialect, map, survey.state, now),
      // An entry that was removed again has moved those behind it.
      earlier: map.revisions === 0 ? counts : undefined,
    };
  } finally {
    source.close();
  }
}

/** Whether the file may be the same with more in it. Any other change means that somebody wrote into it. */
function hasGrown(then: Stamp, now: Stamp): boolean {
  return then.identity === now.identity && then.size < now.size;
}

function countsOf(map: LogMapState, survey: SurveyState): Counts {
  return { entries: map.entries.length, lines: map.damage.length, bodies: survey.damage.length };
}
