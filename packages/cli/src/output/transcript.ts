import { carriedText } from "./carried-text.ts";
import type { EntryView } from "./entry-view.ts";
import { plainText } from "./entry-view.ts";
import type { Style } from "./color.ts";
import { count } from "./count.ts";
import { localTime } from "./relative-time.ts";
import { cleanLine } from "./sanitize.ts";
import type { ShortId } from "./short-id.ts";
import { callLines, resultLines, type Folding } from "./transcript-tools.ts";
import { indented } from "./transcript-text.ts";
import { fit } from "./width.ts";

/** An entry as it is told, in reading order. */
export interface TranscriptItem {
  readonly id: string;
  readonly view: EntryView;
  readonly timestamp: string | null;
  readonly labels: readonly string[];
  /** A line to put before it, such as where a branch starts. Safe to print. */
  readonly marker?: string | undefined;
}

export interface Telling extends Folding {
  readonly style: Style;
  readonly short: ShortId;
  readonly timeZone: string | undefined;
}

type Result = Extract<EntryView, { kind: "result" }>;

/** Tells a session to a reader: who said what; what tools did only as far as it matters, unless `full`. */
export function* transcript(all: readonly TranscriptItem[], telling: Telling): Generator<string> {
  const { answers, answered } = pairResults(all);
  const items = telling.full ? all : foldCarried(all, answered);
  let speaker: string | undefined;
  let day = "";
  for (const [index, item] of items.entries()) {
    const { view, marker } = item;
    if (marker !== undefined) {
      yield* ["", telling.style.warn(`── ${marker}`)];
      speaker = undefined;
    }
    if (view.kind === "result" && answered.has(view)) {
      if (item.labels.length > 0) yield `  ${labelText(item, telling)}`;
      continue;
    }
    const lines = [...body(item, telling, answers)];
    const quiet = QUIET.has(view.kind);
    if (lines.length === 0 && item.labels.length === 0) continue;
    if (view.kind !== speaker || item.labels.length > 0 || view.kind === "user") {
      if (!quiet || speaker !== "quiet") yield "";
      if (!quiet) {
        const time = localTime(item.timestamp, telling.timeZone);
        // The day is told where it begins.
        const told = time.startsWith(day) ? time.slice(day.length) : time;
        yield heading(item, told.trim(), endOfBlock(items, index, answered), telling);
        if (time !== "") day = time.split(" ", 1)[0]!;
      }
    } else if (view.kind === "assistant" && plainText(view.parts).trim() !== "") yield "";
    yield* lines;
    speaker = quiet ? "quiet" : view.kind;
  }
}

/** What is told on one line, without a heading. */
const QUIET: ReadonlySet<string> = new Set(["setting", "carried", "other"]);

/** Makes one item of each run of entries that mean nothing here; what has a label or a marker stands alone. */
function foldCarried(
  items: readonly TranscriptItem[],
  answered: ReadonlySet<EntryView>,
): readonly TranscriptItem[] {
  const told: TranscriptItem[] = [];
  const runs = new Map<number, string[]>();
  let run: string[] | undefined;
  for (const item of items) {
    const { view, marker, labels } = item;
    const alone = marker !== undefined || labels.length > 0;
    if (view.kind === "carried" && !alone && run !== undefined) {
      run.push(view.text);
      continue;
    }
    if (view.kind === "carried") runs.set(told.length, (run = [view.text]));
    // A result that is told with its call parts no run.
    if (alone || (view.kind !== "carried" && !answered.has(view))) run = undefined;
    told.push(item);
  }
  for (const [at, types] of runs)
    told[at] = { ...told[at]!, view: { kind: "carried", text: carriedText(types) } };
  return told;
}

/** Which result answers which call: the nearest call before it that is still open. */
function pairResults(items: readonly TranscriptItem[]) {
  const answers = new Map<object, Result>();
  const answered = new Set<EntryView>();
  const open = new Map<string, object>();
  for (const { view } of items) {
    if ("parts" in view) for (const part of view.parts) if (part.kind === "call") open.set(part.id, part);
    if (view.kind !== "result") continue;
    const call = open.get(view.callId);
    if (call === undefined) continue;
    open.delete(view.callId);
    answers.set(call, view);
    answered.add(view);
  }
  return { answers, answered };
}

/** The last entry of the block that an answer begins: who copies a block's id means the whole block. */
function endOfBlock(
  items: readonly TranscriptItem[],
  from: number,
  answered: ReadonlySet<EntryView>,
): string {
  let { id } = items[from]!;
  if (items[from]!.view.kind !== "assistant") return id;
  for (let index = from + 1; index < items.length; index++) {
    const { view, marker, labels, id: next } = items[index]!;
    const goesOn = view.kind === "assistant" ? labels.length === 0 : answered.has(view);
    if (marker !== undefined || !goesOn) break;
    id = next;
  }
  return id;
}

const GLYPHS: Partial<Record<EntryView["kind"], string>> = {
  user: "●",
  assistant: "○",
  system: "□",
  compaction: "◆",
  "branch summary": "◇",
};

function heading(
  { view, labels }: TranscriptItem,
  time: string,
  id: string,
  { style, short }: Telling,
): string {
  const { kind } = view;
  const paint = kind === "user" ? style.user : kind === "assistant" ? style.agent : style.warn;
  const facts = [time, short(id)].filter((fact) => fact !== "");
  const label = labels.length === 0 ? [] : [labelText({ labels }, { style })];
  return [paint(`${GLYPHS[kind] ?? "×"} ${kind}`), ...label, style.faint(facts.join("  "))].join("  ");
}

function labelText({ labels }: Pick<TranscriptItem, "labels">, { style }: Pick<Telling, "style">): string {
  return labels.map((text) => style.label(`[${cleanLine(text)}]`)).join("  ");
}

function* body(
  item: TranscriptItem,
  telling: Telling,
  answers: ReadonlyMap<object, Result>,
): Generator<string> {
  const { view, labels } = item;
  const { style, full } = telling;
  switch (view.kind) {
    case "user":
    case "system":
    case "assistant":
      for (const part of view.parts) {
        if (part.kind === "call") yield* callLines(part, answers.get(part), telling);
        else if (part.kind === "thinking") yield* thinking(part.text, telling);
        else yield* indented(part.text, telling);
      }
      if (view.end !== undefined) yield `  ${style.bad(`✗ ${cleanLine(view.end)}`)}`;
      return;
    case "result":
      yield `  ${style.tool(`⎿ ${cleanLine(view.tool ?? "tool")}`)} ${style.faint("(result without its call)")}`;
      yield* resultLines(view, telling);
      return;
    case "compaction":
      yield `  ${style.faint("In what the model gets, this summary stands for what came before:")}`;
      yield* full ? indented(view.text, telling) : folded(view.text, 6, telling);
      return;
    case "branch summary":
      yield* full ? indented(view.text, telling) : folded(view.text, 6, telling);
      return;
    default:
      yield [
        style.faint(`  · ${cleanLine(view.text)}`),
        ...(labels.length > 0 ? [labelText(item, telling)] : []),
      ].join("  ");
  }
}

function* thinking(text: string, telling: Telling): Generator<string> {
  const { style, full, width } = telling;
  const start = cleanLine(text.slice(0, 400).replaceAll(/\s+/g, " ").trim());
  if (start === "") return;
  const room = width === undefined ? 200 : Math.min(width, 100) - 4;
  yield style.faint(`  ~ ${full ? "thinking" : fit(start, room)}`);
  if (full) for (const line of indented(text.trim(), telling, "    ")) yield style.faint(line);
}

function* folded(text: string, most: number, telling: Telling): Generator<string> {
  const lines = [...indented(text.trim(), telling)];
  yield* lines.slice(0, most);
  if (lines.length > most)
    yield telling.style.faint(`  … ${count(lines.length - most, "more line")}: --full`);
}
