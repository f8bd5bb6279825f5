import { crc32 } from "node:zlib";
import type { JsonObject } from "../format/json.ts";
import type { ScanState } from "../log/scan-log.ts";
import { exactJson } from "./exact-json.ts";
import type { IndexedLog, LogReading } from "./log-reading.ts";
import { packId, packText, unpackId, type Packed } from "./pack-text.ts";
import { keptSurvey, surveyOf } from "./kept-survey.ts";
import { keptBrief } from "./session-brief.ts";
import type { SessionSummary } from "./summary.ts";
import type { SurveyState } from "./survey.ts";

/** A row of `sessions`. */
export interface SessionRow {
  readonly no: number;
  readonly file: Packed;
  readonly id: Packed;
  readonly dialect: string;
  readonly fallback: Packed;
  readonly identity: string;
  readonly size: number;
  readonly changed: string;
  readonly position: number;
  readonly head: number;
  readonly tail: number | null;
  readonly version: number;
  readonly early: number;
  readonly header: string | null;
  readonly value_ids: string;
  readonly survey: string;
  readonly summary: string;
  readonly valid_from: number | null;
  readonly valid_until: number | null;
  readonly entries: number;
  readonly linked: number;
  readonly damage: number;
  readonly brief: string;
  readonly brief_sum: number;
  readonly checksum: number;
}

export type NewSessionRow = Omit<SessionRow, "no">;

export const SESSION_COLUMNS = [
  "file",
  "id",
  "dialect",
  "fallback",
  "identity",
  "size",
  "changed",
  "position",
  "head",
  "tail",
  "version",
  "early",
  "header",
  "value_ids",
  "survey",
  "summary",
  "valid_from",
  "valid_until",
  "entries",
  "linked",
  "damage",
  "brief",
  "brief_sum",
  "checksum",
] as const satisfies (keyof NewSessionRow)[];

/** The row that keeps a reading; undefined if it holds a number that cannot be kept exactly. */
export function sessionRow(log: IndexedLog, file: string, reading: LogReading): NewSessionRow | undefined {
  const { stamp, point, scan, survey, summarized } = reading;
  const header = scan.header === undefined ? null : exactJson(scan.header.value);
  const surveyed = exactJson(keptSurvey(survey));
  const summary = exactJson({ ...summarized.summary, file: undefined });
  if (header === undefined || surveyed === undefined || summary === undefined) return undefined;
  const { active } = summarized.summary;
  const validity = { from: active === null ? null : Date.parse(active), until: summarized.validUntil };
  const brief = keptBrief(log, stamp, validity, summarized.summary, summary);
  const row = {
    file: packText(file),
    id: packId(reading.id),
    dialect: log.dialect.name,
    fallback: packId(log.fallbackId),
    ...stamp,
    ...point,
    version: scan.version,
    early: scan.early ? 1 : 0,
    header,
    value_ids: JSON.stringify(scan.valueIds),
    survey: surveyed,
    summary,
    valid_from: validity.from,
    valid_until: validity.until,
    entries: summarized.summary.entries,
    linked: reading.linked ? 1 : 0,
    damage: reading.damage,
    brief,
    brief_sum: crc32(brief),
  };
  return { ...row, checksum: checksumOf(row) };
}

/** Whether a row is what was once written: SQLite would not notice a flipped bit. */
export function isSound(row: SessionRow): boolean {
  return checksumOf(row) === row.checksum;
}

/** Whether a row was written for this log as it is read today. */
export function isRowOf(row: SessionRow, { dialect, fallbackId }: IndexedLog): boolean {
  return row.dialect === dialect.name && unpackId(row.fallback) === fallbackId;
}

/** Whether the times in a row's summary are what they would be if the log was read at `now`. */
export function isTrueAt({ valid_from: from, valid_until: until }: SessionRow, now: number): boolean {
  return (from === null || from <= now) && (until === null || now < until);
}

export function summaryOfRow(
  row: Pick<SessionRow, "summary">,
  { file }: Pick<IndexedLog, "file">,
): SessionSummary {
  return { ...(JSON.parse(row.summary) as Omit<SessionSummary, "file">), file };
}

export function scanOfRow(row: SessionRow, { dialect, fallbackId }: IndexedLog): ScanState {
  const { position, version, early, header } = row;
  const valueIds = (JSON.parse(row.value_ids) as (string | null)[]).map((id) => id ?? undefined);
  return {
    position,
    header: header === null ? undefined : dialect.header(JSON.parse(header) as JsonObject),
    fallbackId,
    version,
    valueIds,
    early: early === 1,
  };
}

export function surveyOfRow({ survey }: SessionRow, summary: SessionSummary): SurveyState {
  return surveyOf(JSON.parse(survey) as Parameters<typeof surveyOf>[0], summary);
}

function checksumOf(row: Omit<NewSessionRow, "checksum">): number {
  let text = "";
  for (const name of SESSION_COLUMNS) {
    if (name === "checksum") continue;
    const value = row[name];
    text += `${name} ${typeof value} ${Buffer.isBuffer(value) ? value.toString("hex") : String(value)}`;
  }
  return crc32(text);
}
