import { wrapAnsi } from "fast-wrap-ansi";
import { cleanText } from "./sanitize.ts";

export interface Wrapping {
  /** Lines are wrapped to it; undefined: they stay as they are. */
  readonly width: number | undefined;
}

/** Longer lines are hard to read, however wide the terminal. */
const WIDEST = 100;

/** A text of a session, line by line behind an indent. Safe to print. */
export function* indented(text: string, { width }: Wrapping, indent = "  "): Generator<string> {
  const room = width === undefined ? undefined : Math.max(20, Math.min(width, WIDEST) - indent.length);
  for (const line of cleanText(text).trimEnd().split("\n")) {
    if (line === "") yield "";
    else if (room === undefined) yield indent + line;
    else for (const piece of wrap(line, room)) yield (indent + piece).trimEnd();
  }
}

function wrap(line: string, room: number): string[] {
  const spaced = line.replaceAll("\t", "    ");
  // No character is wider than two cells.
  if (spaced.length * 2 <= room) return [spaced];
  const text = spaced.trimStart();
  // What belongs to an indented line stays under it.
  const margin = " ".repeat(Math.min(spaced.length - text.length, Math.floor(room / 2)));
  return wrapAnsi(text, room - margin.length, { hard: true })
    .split("\n")
    .map((piece) => margin + piece);
}
