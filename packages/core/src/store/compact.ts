import { NotFoundError } from "../errors.ts";
import type { CompactionEntry, Written } from "../format/entries.ts";
import type { Message, Usage } from "../format/messages.ts";
import { estimateTokens } from "../projection/estimate-tokens.ts";
import { firstKept, type KeepFrom } from "../projection/kept-range.ts";
import { project } from "../projection/project.ts";
import { stateAt } from "../projection/state.ts";
import type { PathEntry } from "../projection/types.ts";
import type { NewEntry } from "./new-entry.ts";
import type { SessionLog } from "./session-log.ts";

/** What a host may tell of a compaction beside its content. */
export interface CompactionNotes {
  /** What making the summary cost. */
  readonly usage?: Usage | undefined;
  /** Which model made it, and its response: so that its cost can be told, and counted once. */
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly responseId?: string | undefined;
  /** Anything; it is kept as it is. */
  readonly details?: unknown;
}

export interface CompactOptions extends CompactionNotes {
  /** What the model gets in place of what is not kept; empty: nothing. */
  readonly summary: string;
  readonly keepFrom: KeepFrom;
}

/**
 * A compaction at the end of a path that puts a summary in place of what is not kept.
 * @throws CutsToolCallError, NotFoundError, SessionTreeError `INVALID_ARGUMENT`
 */
export function summaryCompaction(
  path: readonly PathEntry[],
  options: CompactOptions,
  written?: Written,
): NewEntry {
  const { summary, keepFrom, ...notes } = options;
  return compaction(path, { summary, firstKeptEntryId: firstKept(path, keepFrom) }, notes, written);
}

/** A compaction at the end of a path that puts these messages in place of the whole context. */
export function contextReplacement(
  path: readonly PathEntry[],
  messages: readonly Message[],
  notes: CompactionNotes,
  written?: Written,
): NewEntry {
  return compaction(path, { messages: [...messages], firstKeptEntryId: null }, notes, written);
}

/** What to keep from, by nodes: an annotation stands for the nearest node above it. @throws NotFoundError */
export function keepFromNode(log: SessionLog, keepFrom: KeepFrom): KeepFrom {
  if (typeof keepFrom !== "string") return keepFrom;
  const node = log.nodeAt(keepFrom);
  if (node === undefined || node === null) throw new NotFoundError("entry", keepFrom);
  return node.id;
}

function compaction(
  path: readonly PathEntry[],
  content: Pick<CompactionEntry, "summary" | "messages" | "firstKeptEntryId">,
  { usage, provider, model: madeBy, responseId, details }: CompactionNotes,
  written: Written | undefined,
): NewEntry {
  const { model, thinkingLevel, queue, system } = stateAt(path);
  const { messages } = project(path, { ending: "as-is" });
  const tokensBefore = messages.reduce((sum, message) => sum + estimateTokens(message), 0);
  const state = { model, thinkingLevel, queue: [...queue], system: [...system] };
  const notes = { usage, provider, model: madeBy, responseId, details };
  return { type: "compaction", ...content, state, written, tokensBefore, ...notes };
}
