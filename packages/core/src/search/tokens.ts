import { LONGEST_WORD, visitRuns } from "./runs.ts";

/** A word of a text as it is compared, and where it stands. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text, in order; and identifiers of three parts and more, whole, as people type them in lower case. */
export interface Tokens {
  readonly words: Token[];
  readonly wholes: Token[];
}

/** Scripts that are written without spaces, or glue particles to words. */
export const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]+/gu;

/** Where a part of an identifier begins: `get|User`, `HTTP|Server`. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

const ASCII = /^[\0-\x7f]*$/;
const NO_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Splits a text into what is searched for. Words are folded: case, accents and width do not matter. An identifier
 * counts by its parts (`getUserName`: get, user, name). Text without spaces counts by each two characters in a row
 * and its last one, so that every piece of it can be found: SQLite's own tokenizer makes one word of such a sentence,
 * and pieces of three characters, for all text, would be twice as large as the logs.
 * @param offset of the text in a longer one, if it is a part of that
 */
export function tokensOf(text: string, offset = 0): Tokens {
  const tokens: Tokens = { words: [], wholes: [] };
  visitRuns(text, (from, to, plain) => {
    const run = text.slice(from, to);
    const start = offset + from;
    if (plain) tokens.words.push({ text: run.toLowerCase(), start, end: offset + to });
    else addRun(run, start, tokens);
  });
  return tokens;
}

/**
 * The same words for SQLite's `ascii` tokenizer, which parts at spaces and signs and folds ASCII: most of the text goes
 * through as it is. Whole identifiers stand at the end, where they part no words that stand side by side.
 */
export function textOfTokens(text: string): string {
  const made: string[] = [];
  let done = 0;
  const tokens: Tokens = { words: [], wholes: [] };
  visitRuns(text, (start, end, plain) => {
    if (plain) return;
    if (start > done) made.push(cleared(text.slice(done, start)));
    tokens.words.length = 0;
    addRun(text.slice(start, end), start, tokens);
    for (const word of tokens.words) made.push(word.text);
    done = end;
  });
  made.push(cleared(text.slice(done)));
  for (const whole of tokens.wholes) made.push(whole.text);
  return made.join(" ");
}

const NOT_ASCII = /[^\0-\x7f]+/g;

/** Signs beyond ASCII would be words to that tokenizer. */
function cleared(between: string): string {
  return ASCII.test(between) ? between : between.replaceAll(NOT_ASCII, " ");
}

function addRun(run: string, offset: number, tokens: Tokens): void {
  let done = 0;
  if (!ASCII.test(run)) {
    for (const { 0: part, index } of run.matchAll(UNSPACED)) {
      addIdentifier(run.slice(done, index), offset + done, tokens);
      addPairs(part, offset + index, tokens);
      done = index + part.length;
    }
  }
  addIdentifier(run.slice(done), offset + done, tokens);
}

function addIdentifier(run: string, offset: number, { words, wholes }: Tokens): void {
  const end = offset + run.length;
  if (run.length > LONGEST_WORD) return add(words, run.slice(0, LONGEST_WORD), offset, end);
  const parts = run.split(HUMP);
  let start = offset;
  for (const part of parts) add(words, part, start, (start += part.length));
  if (parts.length > 2) add(wholes, run, offset, end);
}

function addPairs(part: string, offset: number, { words }: Tokens): void {
  const characters = Array.from(part);
  let start = offset;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1] ?? "";
    add(words, character + next, start, start + character.length + next.length);
    start += character.length;
  }
}

function add(tokens: Token[], text: string, start: number, end: number): void {
  const folded = fold(text);
  if (folded !== "") tokens.push({ text: folded, start, end });
}

/** What compatibility makes of a character may be more than letters. */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFKD").replaceAll(ACCENTS, "").normalize("NFKC");
  return plain.toLowerCase().replaceAll(NO_LETTERS, "");
}
