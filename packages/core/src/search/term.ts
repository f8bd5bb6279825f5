import { tokensOf, UNSPACED, type Tokens } from "./tokens.ts";

/** Words that have to stand in a row. */
export interface Term {
  readonly words: readonly string[];
  /** The last word is only the beginning of one. */
  readonly prefix: boolean;
  /** All of them written together, where they are one identifier, or there is just one word. */
  readonly joined: string | undefined;
  /** The two words that it may be, for each place where it can be parted: `username` is found in `user_name`, too. */
  readonly pairs: ReadonlyMap<string, string>;
}

/** Where a term occurs in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Shorter words are seldom two, and too often the halves of others. */
const SHORTEST_PAIR = 5;
const LONGEST_PAIR = 32;

/** The term that a word or phrase means; undefined: it has no letter and no digit. */
export function termOf(typed: string, star: boolean): Term | undefined {
  const { words, wholes } = tokensOf(typed);
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const texts = words.map(({ text }) => text);
  const isOne = /^[\p{L}\p{N}\p{M}]+$/u.test(typed) && !isUnspaced(typed);
  const joined = isOne ? (wholes[0]?.text ?? texts.join("")) : undefined;
  if (!isUnspaced(last.text)) return { words: texts, prefix: star, joined, pairs: pairsOf(joined, star) };
  // Its last character alone says that a text ends there; what was typed may go on.
  const isTail = words.length > 1 && words.at(-2)!.end === last.end;
  return { words: isTail ? texts.slice(0, -1) : texts, prefix: !isTail, joined, pairs: new Map() };
}

function isUnspaced(text: string): boolean {
  return text.search(UNSPACED) >= 0;
}

function pairsOf(joined: string | undefined, prefix: boolean): Map<string, string> {
  const pairs = new Map<string, string>();
  if (joined === undefined || joined.length < SHORTEST_PAIR || joined.length > LONGEST_PAIR) return pairs;
  const characters = Array.from(joined);
  // Of the second word, a beginning may be typed.
  const last = characters.length - (prefix ? 1 : 2);
  for (let at = 2; at <= last; at++)
    pairs.set(characters.slice(0, at).join(""), characters.slice(at).join(""));
  return pairs;
}

/** Where a term occurs, in order. Exactly what the index finds, and nothing that it finds by chance. */
export function occurrences(term: Term, { words, wholes }: Tokens): Span[] {
  const found: Span[] = [];
  const { joined, prefix, pairs } = term;
  const is = (text: string, wanted: string): boolean => (prefix ? text.startsWith(wanted) : text === wanted);
  // No iterator: each word of each text that is looked at comes by here.
  for (let at = 0; at < words.length; at++) {
    const { start, end, text } = words[at]!;
    const second = pairs.size === 0 ? undefined : pairs.get(text);
    const next = second === undefined ? undefined : words[at + 1];
    if (standsAt(term, words, at)) found.push({ start, end: words[at + term.words.length - 1]!.end });
    else if (joined !== undefined && is(text, joined)) found.push({ start, end });
    else if (next !== undefined && is(next.text, second!)) found.push({ start, end: next.end });
  }
  if (joined === undefined) return found;
  for (const { text, start, end } of wholes)
    if (is(text, joined) && !found.some((one) => one.start === start)) found.push({ start, end });
  return found.sort((one, other) => one.start - other.start);
}

function standsAt({ words: wanted, prefix }: Term, words: Tokens["words"], at: number): boolean {
  const last = wanted.length - 1;
  if (at + last >= words.length) return false;
  for (let index = 0; index < last; index++) if (words[at + index]!.text !== wanted[index]) return false;
  const { text } = words[at + last]!;
  return prefix ? text.startsWith(wanted[last]!) : text === wanted[last];
}
