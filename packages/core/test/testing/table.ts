import { describe, expect, test } from "vitest";
import type { Violation } from "../../src/testing/violation.ts";

/**
 * A history that breaks rules: what has to be reported (`"error unanswered-call"`, more than one with commas), where
 * the rule comes from (`A` is that section of research/projection.md), and the request.
 */
export type InvalidRow<Options> = readonly [
  expected: string,
  source: string,
  request: unknown,
  options?: Options,
];

/** Requests that no rule is against, by what they show. */
export type ValidRows<Request, Options> = Readonly<Record<string, Request | readonly [Request, Options]>>;

export function testTable<Request extends object, Options>(
  target: string,
  check: (request: unknown, options?: Options) => Violation[],
  valid: ValidRows<Request, Options>,
  invalid: readonly InvalidRow<Options>[],
): void {
  describe(`${target}: sound histories`, () => {
    for (const [name, row] of Object.entries(valid))
      test(name, () => {
        const found = isPair(row) ? check(row[0], row[1]) : check(row);
        expect(found).toEqual([]);
      });
  });

  describe(`${target}: broken histories`, () => {
    for (const [expected, source, request, options] of invalid)
      test(`${expected} (${source})`, () => {
        const found = check(request, options).map(({ level, rule }) => `${level} ${rule}`);
        const rules = expected.split(", ").map((each) => each.replace(" ", ` ${target}/`));
        expect([...new Set(found)]).toEqual(rules);
      });
  });
}

function isPair<Request, Options>(
  row: Request | readonly [Request, Options],
): row is readonly [Request, Options] {
  return Array.isArray(row);
}

/** A PNG of one pixel. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Half of a character, as a text cut in the middle of an emoji ends. */
export const HALF = "\uD83D";

/** The same value many times. */
export function times<Value>(length: number, value: Value): Value[] {
  return Array.from({ length }, () => value);
}
