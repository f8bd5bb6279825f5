import type { Passage } from "./passages.ts";
import type { Query } from "./query.ts";
import type { Term } from "./term.ts";
import { textOfTokens } from "./tokens.ts";

/** Stand before facts of an entry, so that no word of a text is taken for one: no letters, and so in no word. */
const [ROLE, TOOL, SIGN] = ["\ue000", "\ue001", "\ue002"];

/**
 * What the index is given of an entry: whose words it has, and names of tools, in front, where a place takes one byte;
 * and its words. In columns by whose they are, the index would be a tenth larger.
 */
export function indexTextOf(passages: readonly Passage[]): string {
  const facts = new Set<string>();
  let words = "";
  for (const { role, tool, text } of passages) {
    facts.add(roleFact(role));
    if (tool !== null) facts.add(toolFact(tool));
    words += `${textOfTokens(text)}\n`;
  }
  return `${[...facts].join(" ")}\n${words}`;
}

/**
 * What FTS5 is asked: finds every entry that answers the query, and perhaps more. Words hold letters and digits only
 * and stand in quotes, so that nothing of what was typed is syntax.
 */
export function ftsExpression({ terms, filters: { roles, tools } }: Query): string {
  const wanted = terms.map(anyForm);
  if (roles !== undefined) wanted.push(anyOf([...roles].map(roleFact)));
  if (tools !== undefined) wanted.push(anyOf([...tools].map(toolFact)));
  return wanted.join(" AND ");
}

function anyForm(term: Term): string {
  const { words, prefix, joined, pairs } = term;
  const star = prefix ? " *" : "";
  const forms = [words.join(" "), ...[...pairs].map((pair) => pair.join(" "))];
  if (joined !== undefined) forms.push(joined);
  return `(${[...new Set(forms)].map((form) => `"${form}"${star}`).join(" OR ")})`;
}

function anyOf(facts: readonly string[]): string {
  return `(${facts.map((fact) => `"${fact}"`).join(" OR ")})`;
}

function roleFact(role: string): string {
  return ROLE + role;
}

function toolFact(name: string): string {
  return TOOL + name.toLowerCase().replaceAll(/[^a-z0-9\x80-\uffff]/g, SIGN);
}
