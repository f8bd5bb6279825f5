import type { Style } from "./color.ts";
import { count } from "./count.ts";
import type { EntryView, ToolCall } from "./entry-view.ts";
import { toReadableJson } from "./json.ts";
import { cleanLine } from "./sanitize.ts";
import { callSubject } from "./tool-call.ts";
import { indented, type Wrapping } from "./transcript-text.ts";
import { fit } from "./width.ts";

/** How much of tool calls is told. */
export interface Folding extends Wrapping {
  readonly style: Style;
  readonly full: boolean;
}

type Result = Extract<EntryView, { kind: "result" }>;

const INDENT = "    ";

/** What went wrong is worth some lines. */
const ERROR_LINES = 6;

/** A call on one line and its result below it: folded, an error shows its first lines, anything else its size. */
export function* callLines(call: ToolCall, result: Result | undefined, folding: Folding): Generator<string> {
  const { style, full, width } = folding;
  const name = cleanLine(call.name);
  const subject = callSubject(call);
  const size = result === undefined ? "no answer" : result.failed || full ? "" : sizeOf(result);
  const room = width === undefined ? Infinity : width - name.length - size.length - 8;
  const paint = result?.failed ? style.bad : style.tool;
  yield ["  →", paint(name), fit(subject, Math.max(10, room)), style.faint(size === "" ? "" : `(${size})`)]
    .filter((part) => part !== "")
    .join(" ");
  if (full)
    for (const line of indented(toReadableJson(call.input) ?? "", folding, INDENT)) yield style.faint(line);
  if (result !== undefined && (full || result.failed)) yield* resultLines(result, folding);
}

export function* resultLines({ text, failed, cutLines = 0 }: Result, folding: Folding): Generator<string> {
  const { style, full } = folding;
  const paint = failed ? style.bad : style.faint;
  const lines = [...indented(text, folding, INDENT)];
  const most = full ? lines.length : ERROR_LINES;
  for (const line of lines.slice(0, most)) yield paint(line);
  const left = Math.max(0, lines.length - most) + cutLines;
  if (left > 0) yield style.faint(`${INDENT}… ${count(left, "more line")}: --full`);
}

/** A short answer as it is, a long one by its size. */
function sizeOf({ text, cutLines = 0 }: Result): string {
  const trimmed = text.trim();
  if (trimmed === "") return "empty";
  // `(no output)` brings its own parentheses.
  if (!trimmed.includes("\n") && trimmed.length <= 30) return cleanLine(trimmed.replace(/^\((.*)\)$/, "$1"));
  let lines = 1 + cutLines;
  for (let at = trimmed.indexOf("\n"); at >= 0; at = trimmed.indexOf("\n", at + 1)) lines++;
  return count(lines, "line");
}
