import type { ModelRef } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import { decodeEntry } from "../log/decode-entry.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { ByteSource } from "../log/byte-source.ts";
import { LogMap, parseRecord, readRecord, type LocatedHead } from "../log/log-map.ts";
import { treeOfLog } from "../log/tree-of-log.ts";
import { activeLeaf, climbOf, type Climb } from "../tree/active-leaf.ts";
import { linkDamage } from "../tree/link-damage.ts";
import type { Tree } from "../tree/tree.ts";
import { sumOf } from "../usage/running-sum.ts";
import { Survey, type SurveyState } from "./survey.ts";
import type { SessionSummary } from "./summary.ts";

/** A summary, and until when it is true: `active` must never be later than now. Milliseconds since 1970; null: always. */
export interface Summarized {
  readonly summary: SessionSummary;
  readonly validUntil: number | null;
}

/** What the links between a log's entries say. */
export interface Links {
  readonly climb: Climb<LocatedHead>;
  readonly leaf: LocatedHead | null;
  readonly entries: number;
  readonly branches: number;
  readonly damage: number;
}

/** Reads a whole log once and summarises it: what the index does ahead of time. */
export function readSummary(
  source: ByteSource,
  dialect: Dialect,
  fallbackId: string,
  now: number,
): SessionSummary {
  const map = new LogMap(source, dialect, fallbackId);
  const survey = new Survey(dialect, now);
  survey.read(map);
  const links = linksOf(source, dialect, map, treeOfLog(map), survey.state.damage.length);
  return summarize(source, dialect, map, survey.state, links, now).summary;
}

/** The links of a log that was read whole. */
export function linksOf(
  source: ByteSource,
  { leafRule }: Dialect,
  map: LogMap,
  tree: Tree<LocatedHead>,
  brokenBodies: number,
): Links {
  const isIntact = (head: LocatedHead): boolean => parseRecord(readRecord(source, head)) !== undefined;
  return {
    climb: climbOf(tree),
    leaf: activeLeaf(tree, leafRule, isIntact)?.head ?? null,
    entries: map.entries.length,
    branches: tree.leaves().length,
    damage: map.damage.length + brokenBodies + linkDamage(tree).length,
  };
}

/** The summary of a log that a map and a survey have been through. */
export function summarize(
  source: ByteSource,
  dialect: Dialect,
  { id, header }: LogMap,
  survey: SurveyState,
  { climb, leaf, entries, branches, damage }: Links,
  now: number,
): Summarized {
  const created = timeOf(header?.timestamp);
  const begun = created !== null && created <= now ? created : null;
  const summary: SessionSummary = {
    id,
    dialect: dialect.name,
    file: source.name,
    cwd: survey.cwd ?? header?.cwd ?? null,
    name: survey.name === undefined ? (header?.name ?? null) : survey.name,
    title: survey.title,
    created: isoTime(created),
    active: isoTime(
      survey.latest === null || begun === null ? (survey.latest ?? begun) : Math.max(survey.latest, begun),
    ),
    leaf: leaf?.id ?? null,
    entries,
    messages: survey.messages,
    branches,
    model: modelAt(source, dialect, climb, leaf),
    usage: sumOf(survey.usage),
    bytes: source.size(),
    damage,
    parentSession: header?.parentSession ?? null,
    relation: header?.relation ?? null,
    originId: header?.origin?.id ?? null,
    tags: survey.tags,
    archived: survey.archived,
  };
  const later = created === begun ? survey.nextAt : Math.min(created ?? Infinity, survey.nextAt ?? Infinity);
  return { summary, validUntil: later };
}

function timeOf(timestamp: string | undefined): number | null {
  const time = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
  return Number.isNaN(time) ? null : time;
}

function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** The model that the last model change or answer above `leaf` names: only that entry's body is read. */
function modelAt(
  source: ByteSource,
  dialect: Dialect,
  climb: Climb<LocatedHead>,
  leaf: LocatedHead | null,
): ModelRef | null {
  for (let head = leaf; head !== null; head = climb.above(head)) {
    if (head.type !== "model_change" && head.role !== "assistant") continue;
    const { entry, problem } = decodeEntry(dialect, head, readRecord(source, head));
    if (problem !== undefined) continue;
    if (isEntry(entry, "model_change")) return modelRef(entry.provider, entry.model);
    if (!isEntry(entry, "message") || entry.message.role !== "assistant") continue;
    if (entry.message.model !== undefined) return modelRef(entry.message.provider, entry.message.model);
  }
  return null;
}

function modelRef(provider: string | undefined, model: string): ModelRef {
  return provider === undefined ? { model } : { provider, model };
}
