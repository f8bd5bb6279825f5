import type { ByteSource } from "../log/byte-source.ts";
import { LogMap } from "../log/log-map.ts";
import type { IndexedLog } from "../session-index/log-reading.ts";
import { branchAt } from "./branches.ts";
import { catchUp, type CaughtUp, type Covered, type SearchedLogs } from "./catch-up.ts";
import { NewestFound, timeOf, type FoundOnce } from "./found.ts";
import { ftsExpression } from "./fts-expression.ts";
import { entryAt, factsOf, readEntries, type LogFacts, type Place } from "./log-entries.ts";
import type { LogRow } from "./log-rows.ts";
import { matchPassages } from "./match.ts";
import { OpenLogs } from "./open-logs.ts";
import { saidIn, type SaidEntry } from "./passages.ts";
import type { Query } from "./query.ts";
import type { SearchIndex } from "./search-index.ts";
import { endOfSlot } from "./slots.ts";

/**
 * The newest entries that answer a query, `limit` of them. What the index knows comes from it, and each entry is read
 * before it counts; logs that it does not have as they are now are read whole. So the answer is the same without it.
 */
export async function findEntries(
  searched: SearchedLogs,
  index: SearchIndex | undefined,
  query: Query,
  limit: number,
): Promise<FoundOnce[]> {
  const found = new NewestFound(limit);
  const left =
    index === undefined
      ? searched.logs
      : searchIndex(index, await catchUp(index, searched), searched, query, found);
  for (const log of left) {
    if (!isOfAgent(log, query)) continue;
    try {
      searchWhole(log, searched, query, found);
    } catch (error) {
      searched.onUnreadable(log, error);
    }
  }
  return found.all();
}

/** Gives the logs that the index could not tell all of: it does not have them, or what it has is forgotten or cannot be read. */
function searchIndex(
  index: SearchIndex,
  { covered, others }: CaughtUp,
  { logs, open, onUnreadable }: SearchedLogs,
  query: Query,
  found: NewestFound,
): readonly IndexedLog[] {
  const { inProject, since = 0 } = query.filters;
  const sources = new OpenLogs(open);
  const texts = index.texts();
  const isWanted = ({ log, row }: Covered): boolean =>
    isOfAgent(log, query) && (inProject === undefined || inProject(row.cwd));
  const lost = new Set<Covered>();
  const unreadable = new Set<Covered>();
  let done = false;
  try {
    done = index.search(ftsExpression(query), since, (place) => {
      if (endOfSlot(place.slot) <= found.since) return false;
      const from = covered.get(place.log);
      if (from === undefined || lost.has(from) || unreadable.has(from) || !isWanted(from)) return true;
      const { log, row } = from;
      try {
        const kept = log.dialect.translation && texts.entry(place.log, place.offset);
        const entry = kept ?? (isIn(place, row) ? readEntry(sources.get(log), log, place) : undefined);
        const facts = () => {
          const branches = index.branches(row);
          return branches && { copy: row.copy, branches };
        };
        if (entry === undefined || !take(entry, place.offset, log, facts, query, found)) {
          // The log is as it was when it was read: so it is the index that is not.
          lost.add(from);
        }
      } catch (error) {
        unreadable.add(from);
        onUnreadable(log, error);
      }
      return true;
    });
  } finally {
    sources.close();
  }
  if (lost.size > 0) index.forget([...lost].map(({ row }) => row));
  return done ? [...others, ...[...lost].map(({ log }) => log)] : logs;
}

function searchWhole(log: IndexedLog, { open }: SearchedLogs, query: Query, found: NewestFound): void {
  const { inProject } = query.filters;
  const source = open(log);
  try {
    const map = new LogMap(source, log.dialect, log.fallbackId);
    map.catchUp();
    const facts = onceFacts(source, log, map);
    if (inProject !== undefined && !inProject(facts().cwd)) return;
    for (const { head, entry } of readEntries(source, log.dialect, map))
      take(saidIn(entry), head.offset, log, facts, query, found);
  } finally {
    source.close();
  }
}

/** Whether a place is one of the log's. */
function isIn({ offset, length }: Place, { position }: LogRow): boolean {
  return Number.isSafeInteger(offset) && offset >= 0 && length >= 0 && offset + length <= position;
}

function readEntry(source: ByteSource, { dialect }: IndexedLog, place: Place): SaidEntry | undefined {
  const entry = entryAt(source, dialect, place);
  return entry && saidIn(entry);
}

function onceFacts(source: ByteSource, { dialect }: IndexedLog, map: LogMap): () => LogFacts {
  let facts: LogFacts | undefined;
  return () => (facts ??= factsOf(source, dialect, map));
}

/** Takes in an entry if it answers. Gives false where `facts` cannot tell of it. */
function take(
  { id: entryId, type, timestamp, passages }: SaidEntry,
  offset: number,
  { file }: IndexedLog,
  facts: () => Pick<LogFacts, "copy" | "branches"> | undefined,
  query: Query,
  found: NewestFound,
): boolean {
  const time = timeOf(timestamp);
  if (time < (query.filters.since ?? -Infinity) || time < found.since) return true;
  const match = matchPassages(passages, query);
  if (match === undefined) return true;
  const known = facts();
  if (known === undefined) return false;
  const { copy, branches } = known;
  found.add({ ...match, file, entryId, type, timestamp, time, offset, copy, ...branchAt(branches, offset) });
  return true;
}

function isOfAgent({ dialect }: IndexedLog, { filters: { agents } }: Query): boolean {
  return agents === undefined || agents.has(dialect.name.toLowerCase());
}
