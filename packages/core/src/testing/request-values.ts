import { fieldOf } from "./located.ts";
import type { Report } from "./report.ts";

/** Deeper than any request of use, and shallow enough for the stack. */
const MAX_DEPTH = 500;

/**
 * Checks all strings and keys of a request for what does not survive the way to an API: unpaired surrogates
 * (claude-code#8272), NUL characters (conservative), and values that are not JSON. Returns how many UTF-16 units they
 * have: no more than the request has bytes.
 */
export function checkValues(request: unknown, report: Report, allowBytes: boolean): number {
  const done = new Set<object>();
  let units = 0;

  function visitString(value: string, at: string): void {
    units += value.length;
    if (/\p{Surrogate}/u.test(value))
      report.error("unpaired-surrogate", at, "half a character: not valid Unicode");
    if (value.includes("\u0000")) report.warn("nul-character", at, "a NUL character: many servers refuse it");
  }

  function visit(value: unknown, at: string, depth: number): void {
    if (typeof value === "string") visitString(value, at);
    else if (typeof value === "object" && value !== null) visitObject(value, at, depth);
    else if (!isJsonScalar(value)) report.error("not-json", at, `JSON has no such value: ${typeof value}`);
  }

  function visitObject(value: object, at: string, depth: number): void {
    if (done.has(value)) return;
    done.add(value);
    if (isBinary(value) && allowBytes) return;
    if (isBinary(value) || value instanceof Map || value instanceof Set) {
      report.error("not-json", at, `JSON cannot hold a ${value.constructor.name}`);
    } else if (depth > MAX_DEPTH) {
      report.error("not-json", at, `it is nested deeper than ${MAX_DEPTH} levels`);
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${at}[${index}]`, depth + 1);
    } else {
      for (const [key, item] of Object.entries(value)) {
        visitString(key, fieldOf(at, key));
        visit(item, fieldOf(at, key), depth + 1);
      }
    }
  }

  visit(request, "", 0);
  return units;
}

function isBinary(value: object): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

/** What is undefined is not sent. */
function isJsonScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || value === undefined || typeof value === "boolean";
}
