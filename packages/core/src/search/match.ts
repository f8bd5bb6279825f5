import type { Passage } from "./passages.ts";
import type { Query } from "./query.ts";
import { occurrences, type Span } from "./term.ts";
import { tokensOf } from "./tokens.ts";

/** What of an entry answers a query. */
export interface Match {
  /** The text that answers best, and where. */
  readonly passage: Passage;
  readonly spans: readonly Span[];
  /** How well it answers, whenever it was said. */
  readonly weight: number;
}

/** What people remember of a session is what they asked; what tools print is mostly the same again. */
const WEIGHTS = { user: 1.5, summary: 1.2, assistant: 1, tool: 0.7, other: 0.5 } as const;

/** Whether passages of one entry answer a query: every term occurs in one of those that the filters let through. */
export function matchPassages(
  passages: readonly Passage[],
  { terms, parts, filters }: Query,
): Match | undefined {
  const { roles, tools } = filters;
  const best = { weight: -1, passage: undefined as Passage | undefined, spans: [] as Span[] };
  const weights = terms.map(() => 0);
  for (const passage of passages) {
    if (roles !== undefined && !roles.has(passage.role)) continue;
    if (tools !== undefined && !(passage.tool !== null && tools.has(passage.tool.toLowerCase()))) continue;
    const { text } = passage;
    const likely = parts(text).map(({ start, end }) => tokensOf(text.slice(start, end), start));
    const found = terms.map((term) => likely.flatMap((tokens) => occurrences(term, tokens)));
    for (const [index, spans] of found.entries())
      weights[index] = Math.max(
        weights[index]!,
        WEIGHTS[passage.role] * frequency(spans.length, text.length),
      );
    const weight = found.filter((spans) => spans.length > 0).length + closeness(found);
    if (weight > best.weight) Object.assign(best, { weight, passage, spans: found.flat() });
  }
  if (best.passage === undefined || weights.includes(0)) return undefined;
  const sum = weights.reduce((all, one) => all + one, 0) / terms.length;
  return { passage: best.passage, spans: best.spans, weight: sum * (best.weight / terms.length) };
}

/** Often in a short text tells more than once in a long one; the tenth time adds little. */
function frequency(count: number, length: number): number {
  return count / (count + 0.5 + length / 2400);
}

/** Near 1 where all terms stand together, near 0 where they stand far apart or not all in this text. */
function closeness(found: readonly Span[][]): number {
  if (found.some((spans) => spans.length === 0)) return 0;
  const starts = found.flatMap((spans, term) => spans.map(({ start }) => ({ start, term })));
  starts.sort((one, other) => one.start - other.start);
  const last = new Map<number, number>();
  let smallest = Infinity;
  for (const { start, term } of starts) {
    last.set(term, start);
    if (last.size === found.length) smallest = Math.min(smallest, start - Math.min(...last.values()));
  }
  return 1 / (1 + smallest / 100);
}
