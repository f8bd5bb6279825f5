import {
  isEntry,
  previewOf,
  type Entry,
  type Hint,
  type PathEntry,
  type Projection,
  type Repair,
} from "@session-tree/core";
import type { Run } from "../run.ts";
import { count } from "./count.ts";
import { modelName } from "./model-name.ts";
import { cleanLine } from "./sanitize.ts";
import { shortEntryIds } from "./short-id.ts";
import type { Rendered } from "./targets.ts";
import { fit, padEnd } from "./width.ts";

/** What became of one entry of a path. */
interface ExplainedEntry {
  readonly id: string;
  /** The role of a message, else the entry's type. */
  readonly kind: string;
  readonly preview: string;
  /** How many of the messages it gives. */
  readonly messages: number;
  /** Why it gives none. */
  readonly reason: string | null;
  readonly repairs: readonly Repair[];
}

export interface Explanation {
  readonly entries: readonly ExplainedEntry[];
  readonly hints: readonly Hint[];
}

const REPLACED = "the summary of a compaction stands for it";

function isReplaced({ reason, repairs }: ExplainedEntry): boolean {
  return reason === REPLACED && repairs.length === 0;
}

/** Tells for each entry of a path whether a model gets it, and why not. */
export function explain(
  path: readonly PathEntry[],
  { provenance }: Projection,
  { repairs, hints }: Rendered,
): Explanation {
  const given = countBy(provenance, (id) => id);
  const dropped = new Set(
    repairs.filter(({ kind }) => kind === "turn-dropped").map(({ entryId }) => entryId),
  );
  const start = contextStart(path);
  const entries = path.map((item, index): ExplainedEntry => {
    const { id } = item.entry;
    const messages = dropped.has(id) ? 0 : (given.get(id) ?? 0);
    const reason = messages > 0 ? null : reasonOf(item, index < start);
    const own = repairs.filter(({ entryId }) => entryId === id);
    return { id, kind: kindOf(item.entry), preview: previewOf(item.entry), messages, reason, repairs: own };
  });
  return { entries, hints };
}

/** Where the context starts: at what the newest compaction keeps, or at that compaction. */
function contextStart(path: readonly PathEntry[]): number {
  const at = path.findLastIndex(
    ({ entry, problem }) => problem === undefined && isEntry(entry, "compaction"),
  );
  const entry = path[at]?.entry;
  if (entry === undefined || !isEntry(entry, "compaction")) return 0;
  const kept = path.findIndex(({ entry: { id } }) => id === entry.firstKeptEntryId);
  return kept < 0 || kept > at ? at : kept;
}

function reasonOf({ entry, problem }: PathEntry, compacted: boolean): string {
  if (problem !== undefined) return "its body is broken";
  if (isEntry(entry, "model_change") || isEntry(entry, "thinking_level_change")) return "sets the state";
  if (isEntry(entry, "queue")) return "waits in the queue, or was taken from it";
  if (isEntry(entry, "usage")) return "is only counted";
  if (isEntry(entry, "context_edit")) return "edits another entry";
  if (compacted) return REPLACED;
  if (isEntry(entry, "custom")) return "has no projection rule";
  const contributes = ["message", "custom_message", "branch_summary", "compaction"].includes(entry.type);
  return contributes ? "is hidden, blank or was dropped" : "is of a type that is not sent";
}

function kindOf(entry: Entry): string {
  return isEntry(entry, "message") ? entry.message.role : entry.type;
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

/** An explanation for a person, line by line: `-` stands before what is not sent, `~` before what was changed. */
export function* explanationText(
  run: Run,
  { entries, hints }: Explanation,
  projection: Projection,
  target: string,
  tokens: number,
): Generator<string> {
  const { style } = run;
  const { stdout } = run.context;
  const width = stdout.isTTY ? stdout.columns : 110;
  const short = shortEntryIds(entries.map(({ id }) => id));
  const sent = `${count(projection.messages.length, "message")}, about ${count(tokens, "token")}`;
  yield `${style.strong(`What ${target} gets: ${sent}`)}\n`;
  yield `${style.faint(stateLine(projection))}\n\n`;
  const kinds = Math.max(0, ...entries.map(({ kind }) => cleanLine(kind).length));
  const replaced = entries.filter(isReplaced).length;
  if (replaced > 0) yield style.faint(`- ${count(replaced, "entry", "entries")}  (${REPLACED})`) + "\n";
  for (const entry of entries) {
    if (isReplaced(entry)) continue;
    const line = `${markOf(entry)} ${short(entry.id)}  ${padEnd(cleanLine(entry.kind), kinds)}  `;
    const reason = entry.reason === null ? "" : `  (${entry.reason})`;
    const preview = fit(cleanLine(entry.preview), Math.max(10, width - line.length - reason.length));
    const text = `${line}${preview}${reason}`.trimEnd();
    yield `${entry.messages === 0 ? style.faint(text) : text}\n`;
    for (const repair of entry.repairs) yield `${repairLine(repair, style.warn)}\n`;
  }
  for (const { kind, detail } of hints) yield `\n${style.warn("hint:")} ${kind}: ${cleanLine(detail)}\n`;
}

function stateLine({ model, thinkingLevel, queue }: Projection): string {
  const parts = [
    `model ${model === null ? "unknown" : modelName(model)}`,
    ...(thinkingLevel === null ? [] : [`thinking ${cleanLine(thinkingLevel)}`]),
    ...(queue.length === 0 ? [] : [`${queue.length.toLocaleString("en-US")} queued`]),
  ];
  return parts.join(" · ");
}

function markOf({ messages, repairs }: ExplainedEntry): string {
  if (messages === 0) return "-";
  return repairs.length > 0 ? "~" : " ";
}

function repairLine({ kind, detail }: Repair, paint: (text: string) => string): string {
  return `    ${paint(kind)}: ${cleanLine(detail)}`;
}
