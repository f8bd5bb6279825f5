import { NotASessionError, SessionTreeError } from "../errors.ts";
import type { SearchedLogs } from "../search/catch-up.ts";
import { deepSearch } from "../search/deep-search.ts";
import { excerptOf, type Excerpt } from "../search/excerpt.ts";
import type { FilterOptions } from "../search/filters.ts";
import { findEntries } from "../search/find-entries.ts";
import type { FoundOnce } from "../search/found.ts";
import type { PassageRole } from "../search/passages.ts";
import { readQuery, requireWords } from "../search/query.ts";
import { ranked, RANKED } from "../search/rank.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import { unreadable } from "./plain-catalog.ts";
import type { Progress, StoreParts } from "./store-parts.ts";
import type { LogRef } from "./storage.ts";

export interface SearchOptions extends FilterOptions {
  /** The first so many. Default: 20. */
  readonly limit?: number | undefined;
  /** `relevance` (default): the best among the newest 300 matches. */
  readonly sort?: "relevance" | "newest" | undefined;
  /** Search all text of the logs as it was typed, without an index; newest first. */
  readonly deep?: boolean | undefined;
  /** False: read the logs, and leave the search index alone. */
  readonly index?: boolean | undefined;
  /** Is told how many of the logs that have to be read have been. */
  readonly onProgress?: Progress | undefined;
}

/** An entry that answers a search. */
export interface SearchHit {
  readonly session: Pick<SessionSummary, "id" | "dialect" | "file" | "cwd" | "name" | "title" | "archived">;
  readonly entryId: string;
  readonly type: string;
  /** Whose words answer. */
  readonly role: PassageRole;
  /** The tool whose words these are, if its name is known. */
  readonly tool: string | null;
  /** ISO 8601, as the entry has it; null: unknown. */
  readonly timestamp: string | null;
  /** The leaf of the branch that the entry is on; of several the active one, or else the newest. */
  readonly leaf: string | null;
  /** Whether that is the active branch. */
  readonly active: boolean;
  readonly snippet: Excerpt;
  /** The ids of other sessions with the same entry: forks, imports and their sources. */
  readonly copies: readonly string[];
}

const LIMIT = 20;
const MOST = 1000;

/** @throws SessionTreeError `INVALID_ARGUMENT` */
export async function searchSessions(
  parts: StoreParts,
  text: string,
  options: SearchOptions,
): Promise<SearchHit[]> {
  const { limit = LIMIT, sort = "relevance", deep = false, index = true, onProgress } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw new SessionTreeError("INVALID_ARGUMENT", `search: the limit is no number from 1 to ${MOST}`);
  const now = parts.sessionOptions.now().getTime();
  const query = readQuery(text, { ...options, now });
  requireWords(deep ? query.literals : query.terms);
  const logs = parts.logs();
  const searched = searchedLogs(parts, logs, onProgress);
  if (deep) return hitsOf(parts, logs, await deepSearch(searched, query, limit));
  const cache = index ? await parts.searchCache?.index() : undefined;
  const most = sort === "newest" ? limit : Math.max(limit, RANKED);
  const found = await findEntries(searched, cache, query, most);
  const sorted = sort === "newest" ? found : ranked(found, now);
  return hitsOf(parts, logs, sorted.slice(0, limit));
}

/** All logs, as a search reads them. */
export function searchedLogs(
  { openToRead, onUnreadable }: Pick<StoreParts, "openToRead" | "onUnreadable">,
  logs: readonly LogRef[],
  onProgress: Progress = () => undefined,
): SearchedLogs {
  return {
    logs,
    open: openToRead,
    onUnreadable: (log, error) => {
      // Files that hold no session at all are no news.
      if (!(error instanceof NotASessionError)) onUnreadable(log, unreadable(log, error));
    },
    onProgress,
  };
}

async function hitsOf(
  { catalog, onUnreadable }: StoreParts,
  logs: readonly LogRef[],
  found: readonly FoundOnce[],
): Promise<SearchHit[]> {
  const files = new Set(found.flatMap(({ file, copies }) => [file, ...copies]));
  const byFile = new Map(logs.filter(({ file }) => files.has(file)).map((log) => [log.file, log]));
  const known = new Map<string, SearchHit["session"]>();
  const sessionOf = async (file: string): Promise<SearchHit["session"] | undefined> => {
    const log = byFile.get(file)!;
    if (known.has(file)) return known.get(file);
    try {
      const { id, dialect, cwd, name, title, archived } = await catalog.summary(log);
      known.set(file, { id, dialect, file, cwd, name, title, archived });
    } catch (error) {
      // It was deleted just now.
      onUnreadable(log, unreadable(log, error));
    }
    return known.get(file);
  };
  const hits: SearchHit[] = [];
  for (const { file, entryId, type, timestamp, leaf, active, passage, spans, copies } of found) {
    const session = await sessionOf(file);
    if (session === undefined) continue;
    const others = await Promise.all(copies.map(sessionOf));
    hits.push({
      session,
      entryId,
      type,
      role: passage.role,
      tool: passage.tool,
      timestamp: timestamp === "" ? null : timestamp,
      leaf,
      active,
      snippet: excerptOf(passage.text, spans),
      copies: others.flatMap((other) => (other === undefined ? [] : [other.id])),
    });
  }
  return hits;
}
