import type { Projection, Repair } from "@session-tree/core";
import type { Run } from "../run.ts";
import { count } from "./count.ts";
import { REPLACED, type ExplainedEntry, type Explanation } from "./explanation.ts";
import { modelName } from "./model-name.ts";
import { cleanLine } from "./sanitize.ts";
import { shortEntryIds } from "./short-id.ts";
import { fit, padEnd, widthOf } from "./width.ts";

/** What is explained. */
export interface Explained {
  readonly target: string;
  /** The model that was asked for, if one was. */
  readonly model: string | undefined;
  /** About how large the history is. */
  readonly tokens: number;
  readonly projection: Projection;
}

/** An explanation for a person, line by line: `-` stands before what is not sent, `~` before what was changed. */
export function* explanationText(
  run: Run,
  { entries, hints }: Explanation,
  { target, model, tokens, projection }: Explained,
): Generator<string> {
  const { style } = run;
  const { stdout } = run.context;
  const width = stdout.isTTY ? stdout.columns : 110;
  const sent = count(projection.messages.length, "message");
  yield `${style.strong(`What ${target} gets: ${sent} of history, about ${count(tokens, "token")}`)}\n`;
  yield `${style.faint(stateLine(projection, model))}\n\n`;
  const short = shortEntryIds(entries.map(({ id }) => id));
  const ids = widest(entries, ({ id }) => short(id));
  const kinds = widest(entries, ({ kind }) => cleanLine(kind));
  const replaced = entries.filter(isReplaced).length;
  if (replaced > 0) yield style.faint(`- ${count(replaced, "entry", "entries")}  (${REPLACED})`) + "\n";
  for (const entry of entries) {
    if (isReplaced(entry)) continue;
    const start = `${markOf(entry)} ${padEnd(short(entry.id), ids)}  ${padEnd(cleanLine(entry.kind), kinds)}  `;
    const reason = entry.reason === null ? "" : `  (${cleanLine(entry.reason)})`;
    const room = Math.max(10, width - widthOf(start) - widthOf(reason));
    const text = `${start}${fit(cleanLine(entry.preview), room)}${reason}`.trimEnd();
    yield `${entry.messages === 0 ? style.faint(text) : text}\n`;
    for (const repair of entry.repairs) yield `${repairLine(repair, style.warn)}\n`;
  }
  for (const { kind, detail } of hints) yield `\n${style.warn("hint:")} ${kind}: ${cleanLine(detail)}\n`;
}

function widest(entries: readonly ExplainedEntry[], textOf: (entry: ExplainedEntry) => string): number {
  return entries.reduce((most, entry) => Math.max(most, widthOf(textOf(entry))), 0);
}

function isReplaced({ reason, repairs }: ExplainedEntry): boolean {
  return reason === REPLACED && repairs.length === 0;
}

function stateLine({ model, thinkingLevel, queue }: Projection, asked: string | undefined): string {
  const inForce = model === null ? "none" : modelName(model);
  const parts = [
    asked === undefined ? `model ${inForce}` : `for ${cleanLine(asked)} (in force: ${inForce})`,
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
