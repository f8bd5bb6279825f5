import {
  isEntry,
  previewOf,
  type Entry,
  type Hint,
  type PathEntry,
  type Projection,
  type Repair,
} from "@session-tree/core";
import type { Rendered } from "./targets.ts";

/** What became of one entry of a path. */
export interface ExplainedEntry {
  readonly id: string;
  /** The role of a message, else the entry's type. */
  readonly kind: string;
  readonly preview: string;
  /** How many of the messages it gives. */
  readonly messages: number;
  /** Why it gives none, or what is particular about what it gives. */
  readonly reason: string | null;
  readonly repairs: readonly Repair[];
}

export interface Explanation {
  readonly entries: readonly ExplainedEntry[];
  readonly hints: readonly Hint[];
}

/** Why most entries before a compaction are not sent. */
export const REPLACED = "the summary of a compaction stands for it";

/** Tells for each entry of a path whether a model gets it, and why not. */
export function explain(
  path: readonly PathEntry[],
  { provenance }: Projection,
  { repairs, hints }: Rendered,
): Explanation {
  const given = new Map<string, number>();
  for (const id of provenance) given.set(id, (given.get(id) ?? 0) + 1);
  const own = new Map<string, Repair[]>();
  for (const repair of repairs) {
    const { entryId, kind } = repair;
    const earlier = own.get(entryId);
    if (earlier === undefined) own.set(entryId, [repair]);
    else earlier.push(repair);
    if (kind === "turn-dropped") given.set(entryId, (given.get(entryId) ?? 1) - 1);
  }
  const hidden = hiddenBy(path);
  const { compactedAt, start } = contextOf(path);
  const entries = path.map((item, index): ExplainedEntry => {
    const { entry } = item;
    const { id } = entry;
    const messages = given.get(id) ?? 0;
    const reason =
      messages > 0
        ? noteOn(index === compactedAt)
        : reasonOf(item, { compacted: index < start, hidden: hidden.has(id), dropped: given.has(id) });
    const preview = previewOf(entry);
    return { id, kind: kindOf(entry), preview, messages, reason, repairs: own.get(id) ?? [] };
  });
  return { entries, hints };
}

function noteOn(isCompaction: boolean): string | null {
  return isCompaction ? "sent first, in place of what it replaces" : null;
}

/** The compaction in force, and where the context starts: at what it keeps, or at itself. */
function contextOf(path: readonly PathEntry[]): { compactedAt: number; start: number } {
  const compactedAt = path.findLastIndex(
    ({ entry, problem }) => problem === undefined && isEntry(entry, "compaction"),
  );
  const entry = path[compactedAt]?.entry;
  if (entry === undefined || !isEntry(entry, "compaction")) return { compactedAt, start: 0 };
  const kept = path.findIndex(({ entry: { id } }) => id === entry.firstKeptEntryId);
  return { compactedAt, start: kept < 0 || kept > compactedAt ? compactedAt : kept };
}

/** The ids of entries that the last edit about them hides. */
function hiddenBy(path: readonly PathEntry[]): Set<string> {
  const hidden = new Set<string>();
  for (const { entry, problem } of path) {
    if (problem !== undefined || !isEntry(entry, "context_edit")) continue;
    if (entry.replacement === null) hidden.add(entry.targetId);
    else hidden.delete(entry.targetId);
  }
  return hidden;
}

function reasonOf(
  { entry, problem }: PathEntry,
  { compacted, hidden, dropped }: { compacted: boolean; hidden: boolean; dropped: boolean },
): string {
  if (problem !== undefined) return "its body is broken";
  if (isEntry(entry, "model_change") || isEntry(entry, "thinking_level_change")) return "sets the state";
  if (isEntry(entry, "queue")) return "waits in the queue, or was taken from it";
  if (isEntry(entry, "usage")) return "is only counted";
  if (isEntry(entry, "context_edit"))
    return `${entry.replacement === null ? "hides" : "edits"} ${entry.targetId.slice(-8)}`;
  if (compacted) return REPLACED;
  if (hidden) return "is hidden by an edit";
  if (isEntry(entry, "custom")) return "has no projection rule";
  if (dropped) return "nothing of it can be sent";
  const contributes = ["message", "custom_message", "branch_summary", "compaction"].includes(entry.type);
  return contributes
    ? "is blank, or stands in another place: see its repairs"
    : "is of a type that is not sent";
}

function kindOf(entry: Entry): string {
  const { message } = entry as { message?: { role?: unknown } | null };
  return entry.type === "message" && typeof message?.role === "string" ? message.role : entry.type;
}
