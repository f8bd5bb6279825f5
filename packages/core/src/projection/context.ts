import type { CompactionEntry } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import { contribute, type Contribution } from "./contribution.ts";
import { ownSystem, systemAt } from "./state.ts";
import { compactionSummary } from "./summaries.ts";
import type { PathEntry, Repair } from "./types.ts";

/** The part of a path that the model still gets. */
export interface Context {
  /** The newest compaction on the path. */
  readonly compaction: CompactionEntry | undefined;
  /** Where that compaction stands on the path; -1 without one. */
  readonly compactedAt: number;
  /** Where the context's own entries start: at the first kept one, or at the compaction itself. */
  readonly start: number;
}

/** Finds the context: all of the path, or what its newest intact compaction keeps and what follows that. */
export function findContext(path: readonly PathEntry[], repairs: Repair[]): Context {
  for (let index = path.length - 1; index >= 0; index--) {
    const { entry, problem } = path[index]!;
    if (problem !== undefined || !isEntry(entry, "compaction")) continue;
    return { compaction: entry, compactedAt: index, start: keptFrom(path, index, entry, repairs) };
  }
  return { compaction: undefined, compactedAt: -1, start: 0 };
}

function keptFrom(path: readonly PathEntry[], at: number, entry: CompactionEntry, repairs: Repair[]): number {
  const { id: entryId, firstKeptEntryId: kept } = entry;
  if (kept === undefined || kept === null || kept === entryId) return at;
  for (let index = at - 1; index >= 0; index--) if (path[index]!.entry.id === kept) return index;
  repairs.push({ kind: "kept-entry-missing", entryId, detail: `${kept} is not on the path before it` });
  return at;
}

/** What stands for everything that the compaction replaced: the system messages before it, then its summary. */
export function openingOf(path: readonly PathEntry[], context: Context, repairs: Repair[]): Contribution[] {
  const { compaction, compactedAt } = context;
  if (compaction === undefined) return [];
  const opening: Contribution[] = [];
  if (ownSystem(compaction).length === 0) {
    for (const { entryId, timestamp, message } of systemAt(path, compactedAt)) {
      opening.push(contribute({ entryId, timestamp, prefixIntact: true }, message, repairs));
    }
  }
  // A turn among replaced messages was made behind another history.
  const origin = { entryId: compaction.id, timestamp: compaction.timestamp, prefixIntact: false };
  const summary = compactionSummary(compaction.summary ?? "");
  const messages = compaction.messages ?? (summary === undefined ? [] : [summary]);
  for (const message of messages) opening.push(contribute(origin, message, repairs));
  return opening;
}
