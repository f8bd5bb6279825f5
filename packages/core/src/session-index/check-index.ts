import type { IndexedLog } from "./log-reading.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/** Something about an index: never a loss, as it is only a cache. */
export interface IndexFinding {
  /** `corrupt` and `unusable` ask for `reindex`; `missing`, `stale` and `extra` rows mend themselves when they are used. */
  readonly kind: "corrupt" | "unusable" | "missing" | "stale" | "extra";
  readonly detail: string;
}

/** Compares an index with the logs that are there, without opening them. */
export function checkIndex(
  database: SqliteDatabase,
  indexed: ReadonlySet<string>,
  logs: readonly IndexedLog[],
  { keyOf, isFresh }: { keyOf: (log: IndexedLog) => string; isFresh: (log: IndexedLog) => boolean },
): IndexFinding[] {
  const found: IndexFinding[] = [];
  const integrity = database.pragma("quick_check(1)", { simple: true });
  if (integrity !== "ok") found.push({ kind: "corrupt", detail: String(integrity) });
  const present = new Set(logs.map(keyOf));
  const stale = logs.filter((log) => indexed.has(keyOf(log)) && !isFresh(log)).length;
  const missing = [...present].filter((key) => !indexed.has(key)).length;
  const extra = [...indexed].filter((key) => !present.has(key)).length;
  if (missing > 0)
    found.push({ kind: "missing", detail: `${missing} of ${logs.length} logs are not in it yet` });
  if (stale > 0)
    found.push({
      kind: "stale",
      detail: `${stale} of ${logs.length} logs have changed since they were read`,
    });
  if (extra > 0) found.push({ kind: "extra", detail: `it knows ${extra} logs that are gone` });
  return found;
}
