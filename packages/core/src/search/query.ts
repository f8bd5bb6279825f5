import { SessionTreeError } from "../errors.ts";
import { readFilters, type FilterOptions, type Filters } from "./filters.ts";
import { likelyParts, type FindParts } from "./likely-parts.ts";
import { termOf, type Term } from "./term.ts";

/** What is searched for: entries in which every term occurs, and that the filters let through. */
export interface Query {
  readonly terms: readonly Term[];
  /** Where in a text they may occur. */
  readonly parts: FindParts;
  /** The terms as they were typed: what a raw search looks for. */
  readonly literals: readonly string[];
  readonly filters: Filters;
}

/** Longer ones are pasted by mistake; each term costs a look into the index. */
const LONGEST = 2000;
const MOST_TERMS = 32;

/** `key:value`, `key:"a value"`, `"a phrase"`, `"a phrase"*`, or a word. A quote that is not closed ends with the query. */
const PIECE =
  /(?<key>[a-z]+):(?:"(?<quoted>[^"]*)"?|(?<value>[^\s"]\S*))|"(?<phrase>[^"]*)(?:"(?<star>\*)?|$)|(?<word>\S+)/giu;

const KEYS: ReadonlySet<string> = new Set(["role", "tool", "project", "agent", "since"]);

/**
 * Reads a query as a person types it. Words of any language; nothing in it is an operator but what is said here:
 * quotes, a `*` behind a word, and `role:`, `tool:`, `project:`, `agent:` and `since:`.
 * @throws SessionTreeError `INVALID_ARGUMENT` if there is nothing to search for, or a filter means nothing
 */
export function readQuery(text: string, options: FilterOptions & { readonly now: number }): Query {
  if (text.length > LONGEST) throw invalid(`the query is longer than ${LONGEST} characters`, "Shorten it.");
  const literals: string[] = [];
  const terms: Term[] = [];
  const typed: [key: string, value: string][] = [];
  for (const { groups = {}, 0: piece } of text.matchAll(PIECE)) {
    const { key, quoted, value = quoted, phrase, star } = groups;
    if (key !== undefined && value !== undefined && KEYS.has(key.toLowerCase())) {
      typed.push([key.toLowerCase(), value]);
      continue;
    }
    const word = phrase ?? piece.replace(/(?<=.)\*+$/, "");
    const prefix = phrase === undefined ? word !== piece : star !== undefined;
    if (word.trim() !== "") literals.push(word);
    const term = termOf(word, prefix);
    if (term !== undefined) terms.push(term);
  }
  if (literals.length > MOST_TERMS)
    throw invalid(`the query has more than ${MOST_TERMS} words`, "Shorten it.");
  return { terms, parts: likelyParts(terms), literals, filters: readFilters(typed, options) };
}

/** @throws SessionTreeError `INVALID_ARGUMENT` */
export function requireWords(words: readonly unknown[]): void {
  if (words.length === 0)
    throw invalid("the query has no word to search for", "Give one; a deep search finds signs, too.");
}

function invalid(message: string, hint: string): SessionTreeError {
  return new SessionTreeError("INVALID_ARGUMENT", `search: ${message}`, { hint });
}
