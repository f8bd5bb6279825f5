import { setImmediate as nextTurn } from "node:timers/promises";
import { decodeEntry } from "../log/decode-entry.ts";
import { LogMap, readRecord, type LocatedHead } from "../log/log-map.ts";
import type { IndexedLog } from "../session-index/log-reading.ts";
import { stampAt } from "../session-index/stamp.ts";
import { branchAt } from "./branches.ts";
import type { SearchedLogs } from "./catch-up.ts";
import { deepPassagesOf } from "./deep-passages.ts";
import { timeOf, type FoundOnce } from "./found.ts";
import { factsOf } from "./log-entries.ts";
import type { Match } from "./match.ts";
import type { Passage } from "./passages.ts";
import type { Query } from "./query.ts";
import { BLOCK, ignoresCase, markBlocks, rawFinder, type Blocks } from "./raw-scan.ts";
import type { Span } from "./term.ts";

/** So many places of a text in one passage are looked at. */
const MOST_SPANS = 100;

/**
 * Searches the logs themselves for texts as they were typed: the log that was written to last first, each from its
 * end, until enough entries are found. Blobs are not read.
 */
export async function deepSearch(searched: SearchedLogs, query: Query, limit: number): Promise<FoundOnce[]> {
  const { logs, onUnreadable, onProgress } = searched;
  const finder = rawFinder(query.literals);
  const found = new Map<string, FoundOnce>();
  const { agents } = query.filters;
  for (const [done, log] of newestFirst(logs).entries()) {
    if (found.size >= limit) break;
    if (agents !== undefined && !agents.has(log.dialect.name.toLowerCase())) continue;
    try {
      searchLog(log, searched, query, finder, found, limit);
    } catch (error) {
      onUnreadable(log, error);
    }
    onProgress(done + 1, logs.length);
    await nextTurn();
  }
  return [...found.values()].sort((one, other) => other.time - one.time);
}

function newestFirst(logs: readonly IndexedLog[]): IndexedLog[] {
  const written = new Map(logs.map((log) => [log, stampAt(log.foreign?.file ?? log.file)?.changed ?? ""]));
  return logs.toReversed().sort((one, other) => (written.get(one)! < written.get(other)! ? 1 : -1));
}

function searchLog(
  log: IndexedLog,
  { open }: SearchedLogs,
  query: Query,
  finder: ReturnType<typeof rawFinder>,
  found: Map<string, FoundOnce>,
  limit: number,
): void {
  const { file, dialect, fallbackId } = log;
  const { since = -Infinity, inProject } = query.filters;
  const source = open(log);
  try {
    const blocks = finder && markBlocks(source, finder);
    if (blocks?.size === 0) return;
    const map = new LogMap(source, dialect, fallbackId);
    map.catchUp();
    const facts = factsOf(source, dialect, map);
    if (inProject !== undefined && !inProject(facts.cwd)) return;
    for (const head of map.entries.toReversed()) {
      if (found.size >= limit) return;
      if (blocks !== undefined && !isMarked(blocks, head)) continue;
      const { entry, problem } = decodeEntry(dialect, head, readRecord(source, head));
      if (problem !== undefined) continue;
      const { id: entryId, type, timestamp } = entry;
      const time = timeOf(timestamp);
      const key = `${time} ${entryId}`;
      if (time < since || found.has(key)) continue;
      const match = matchDeep(deepPassagesOf(entry), query);
      if (match === undefined) continue;
      const at = { file, entryId, type, timestamp, time, offset: head.offset, copy: facts.copy };
      found.set(key, { ...match, ...at, ...branchAt(facts.branches, head.offset), copies: [] });
    }
  } finally {
    source.close();
  }
}

function isMarked(blocks: Blocks, { offset, length }: LocatedHead): boolean {
  for (let block = Math.floor(offset / BLOCK); block * BLOCK < offset + length; block++)
    if (blocks.has(block)) return true;
  return false;
}

function matchDeep(passages: readonly Passage[], { literals, filters }: Query): Match | undefined {
  const { roles, tools } = filters;
  const own = passages.filter(
    ({ role, tool }) =>
      (roles === undefined || roles.has(role)) &&
      (tools === undefined || (tool !== null && tools.has(tool.toLowerCase()))),
  );
  const places = own.map(({ text }) => literals.map((literal) => spansOf(literal, text)));
  if (literals.some((_, index) => places.every((spans) => spans[index]!.length === 0))) return undefined;
  const counts = places.map((spans) => spans.filter(({ length }) => length > 0).length);
  const best = counts.indexOf(Math.max(...counts));
  return { passage: own[best]!, spans: places[best]!.flat(), weight: 1 };
}

function spansOf(literal: string, text: string): Span[] {
  const pattern = new RegExp(
    literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
    ignoresCase(literal) ? "gi" : "g",
  );
  const spans: Span[] = [];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (spans.push({ start: index, end: index + found.length }) >= MOST_SPANS) break;
  }
  return spans;
}
