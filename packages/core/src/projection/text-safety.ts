import { isJsonObject } from "../format/json.ts";

/** Half a surrogate pair makes a request no valid JSON text, and NUL is refused by some APIs. */
const UNSAFE = /[\0\p{Surrogate}]/u;
const EACH_UNSAFE = /[\0\p{Surrogate}]/gu;
const REPLACEMENT = "\uFFFD";

/** The value with U+FFFD in place of unpaired surrogates and NUL in all its strings; itself if there are none. */
export function cleanText<T>(value: T): T {
  return isClean(value) ? value : (cleanCopy(value) as T);
}

// Both walks hold their own stack: a tool's input may be nested deeper than a call stack.
function isClean(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const at = open.pop();
    if (typeof at === "string") {
      if (UNSAFE.test(at)) return false;
    } else if (Array.isArray(at)) {
      for (const item of at) open.push(item);
    } else if (isJsonObject(at)) {
      for (const key of Object.keys(at)) {
        if (UNSAFE.test(key)) return false;
        open.push(at[key]);
      }
    }
  }
  return true;
}

function cleanCopy(value: unknown): unknown {
  const open: [from: object, to: object][] = [];
  const copy = (at: unknown): unknown => {
    if (typeof at === "string") return at.replace(EACH_UNSAFE, REPLACEMENT);
    if (typeof at !== "object" || at === null) return at;
    const to = Array.isArray(at) ? [] : {};
    open.push([at, to]);
    return to;
  };
  const result = copy(value);
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [from, to] = pair;
    for (const [key, item] of Object.entries(from)) {
      // Not by assignment: an own `__proto__` key is data.
      const property = { value: copy(item), enumerable: true, writable: true, configurable: true };
      Object.defineProperty(to, copy(key) as string, property);
    }
  }
  return result;
}
