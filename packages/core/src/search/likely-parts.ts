import type { Term } from "./term.ts";

/** A part of a text, from the beginning of a run of letters and digits to the end of one. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** Gives the parts of a text that terms may occur in, in order; no occurrence lies anywhere else, or in two of them. */
export type FindParts = (text: string) => Part[];

const ASCII = /^[\0-\x7f]*$/;

/** All beyond ASCII but the ideographs, syllables and kana that stay what they are, each a word: texts of Asia are full of them. */
const FOLDING = "[^\\0-\\x7f\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3]";

/**
 * Finds them by how the terms begin: a regular expression that skips the rest is many times as fast as to part all of a
 * text into words (300 long entries: 10 ms in place of 50). What is not ASCII may fold to anything, and so is looked at.
 */
export function likelyParts(terms: readonly Term[]): FindParts {
  const beginnings = terms.map(({ words }) => beginningOf(words[0]!));
  const isPlain = terms.every(({ words }) => words.every((word) => ASCII.test(word)));
  const others = isPlain ? FOLDING : "[^\\0-\\x7f]";
  const likely = new RegExp([others, ...new Set(beginnings)].filter(Boolean).join("|"), "g");
  // Of runs behind the first; each holds a word or is not ASCII, and so begins a part itself.
  const most = Math.max(
    ...terms.map(({ words, pairs }) => Math.max(words.length - 1, pairs.size > 0 ? 1 : 0)),
  );
  return (text) => {
    const parts: { start: number; end: number }[] = [];
    likely.lastIndex = 0;
    for (let found = likely.exec(text); found !== null; found = likely.exec(text)) {
      let [start, end] = [found.index, endOfRun(text, found.index)];
      while (start > 0 && isOfRun(text, start - 1)) start--;
      likely.lastIndex = end;
      for (let left = most; left > 0; left--) end = endOfNextRun(text, end);
      const last = parts.at(-1);
      if (last === undefined || last.end < start) parts.push({ start, end });
      else last.end = Math.max(last.end, end);
    }
    return parts;
  };
}

/** Where in ASCII a word may begin that begins as `word` does: behind what parts words, or with a capital letter. */
function beginningOf(word: string): string {
  const [, first = "", second = ""] = /^([\0-\x7f]?)([\0-\x7f]?)/.exec(word)!;
  if (first === "") return "";
  const eitherCase = (letter: string): string => letter && `[${letter}${letter.toUpperCase()}]`;
  const [one, other] = [eitherCase(first), eitherCase(second)];
  return `(?<![A-Za-z0-9])${one}${other}|${first.toUpperCase()}${other}`;
}

function isOfRun(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 128) return true;
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function endOfRun(text: string, from: number): number {
  let at = from;
  while (at < text.length && isOfRun(text, at)) at++;
  return at;
}

/** Where the next run behind `from` ends; `from` if there is none. */
function endOfNextRun(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isOfRun(text, at)) at++;
  return at === text.length ? from : endOfRun(text, at);
}
