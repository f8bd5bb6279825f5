import { once } from "../format/once.ts";
import type { Span } from "./term.ts";

/** The part of a text where a query is answered, on one line; `marks` are offsets in it, in order. */
export interface Excerpt {
  /** Raw text of a session: sanitize it before it reaches a terminal. */
  readonly text: string;
  readonly marks: readonly Span[];
}

/** How long an excerpt is, in characters. */
const LENGTH = 160;

/** So much of it stands before the first hit. */
const BEFORE = 40;

const graphemes = once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

/** Two characters of ASCII are one for a reader only where they end a line. */
const PLAIN_CUT = /^(?!\r\n)[\0-\x7f]{2}$/;

/** The excerpt around the place where most of `spans` stand together. It never cuts what a reader sees as one character. */
export function excerptOf(text: string, spans: readonly Span[]): Excerpt {
  const sorted = spans.toSorted((one, other) => one.start - other.start);
  const first = densest(sorted);
  const from = cutAt(text, Math.max(0, first.start - BEFORE));
  const to = cutAt(
    text,
    Math.min(text.length, Math.max(from + LENGTH, Math.min(first.end, first.start + LENGTH))),
  );
  return folded(text.slice(from, to), from > 0, to < text.length, within(sorted, from, to));
}

/** The span from which on most others fall into one excerpt. */
function densest(spans: readonly Span[]): Span {
  let [best, most, end] = [spans[0]!, 0, 0];
  for (const [index, span] of spans.entries()) {
    while (end < spans.length && spans[end]!.end <= span.start + LENGTH - BEFORE) end++;
    if (end - index > most) [best, most] = [span, end - index];
  }
  return best;
}

/** The nearest place at or before `at` between two characters as a reader sees them. */
function cutAt(text: string, at: number): number {
  if (at === 0 || at >= text.length || PLAIN_CUT.test(text.slice(at - 1, at + 1))) return at;
  // Characters of more units than this are made to break things.
  const from = Math.max(0, at - 64);
  const start = isLow(text, from) ? from + 1 : from;
  return (
    start +
    (graphemes()
      .segment(text.slice(start, at + 64))
      .containing(at - start)?.index ?? 0)
  );
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** What of the spans lies in the excerpt, without overlaps. */
function within(spans: readonly Span[], from: number, to: number): Span[] {
  const marks: { start: number; end: number }[] = [];
  for (const span of spans) {
    const [start, end] = [Math.max(span.start, from) - from, Math.min(span.end, to) - from];
    const last = marks.at(-1);
    if (start >= end) continue;
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else marks.push({ start, end });
  }
  return marks;
}

/** On one line: each white space becomes one space, and the marks move with it. */
function folded(text: string, cutBefore: boolean, cutBehind: boolean, marks: readonly Span[]): Excerpt {
  let line = cutBefore ? "…" : "";
  let done = 0;
  const copy = (end: number): void => {
    const part = text.slice(done, end).replaceAll(/\s+/g, " ");
    line += line === "" || line.endsWith(" ") || line === "…" ? part.trimStart() : part;
    done = end;
  };
  const moved = marks.map(({ start, end }) => {
    copy(start);
    const begun = line.length;
    copy(end);
    return { start: begun, end: line.length };
  });
  copy(text.length);
  return { text: line.trimEnd() + (cutBehind ? "…" : ""), marks: moved };
}
