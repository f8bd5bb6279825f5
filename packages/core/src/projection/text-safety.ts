import type { Block, Message } from "../format/messages.ts";

/** Half a surrogate pair makes a request no valid JSON text, and NUL is refused by some APIs. */
const EACH_UNSAFE = /[\0\p{Surrogate}]/gu;
const REPLACEMENT = "\uFFFD";

/** The message with U+FFFD in place of unpaired surrogates and NUL in all its strings; itself if there are none. */
export function cleanMessage(message: Message): Message {
  return isCleanMessage(message) ? message : (cleanCopy(message) as Message);
}

/** The same for one string. */
export function cleanText(text: string): string {
  return text.replace(EACH_UNSAFE, REPLACEMENT);
}

// Native searches: with a regular expression this walk is the larger part of a projection.
function isSafe(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** A message with known fields only: the names of its own fields, and those of its blocks, need no look. */
function isCleanMessage(message: Message): boolean {
  for (const block of message.content) if (typeof block === "object" && !hasCleanFields(block)) return false;
  return hasCleanFields(message);
}

function hasCleanFields(value: Message | Block): boolean {
  for (const key in value) {
    const field = value[key];
    if (typeof field === "string") {
      if (!isSafe(field)) return false;
    } else if (typeof field === "object" && field !== null && key !== "content" && !isClean(field))
      return false;
  }
  return true;
}

// Both walks hold their own stack: a tool's input may be nested deeper than a call stack.
function isClean(value: object): boolean {
  const open: object[] = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const named = !Array.isArray(at);
    for (const key in at) {
      if (named && !isSafe(key)) return false;
      const item = (at as Record<string, unknown>)[key];
      if (typeof item === "string") {
        if (!isSafe(item)) return false;
      } else if (typeof item === "object" && item !== null) open.push(item);
    }
  }
  return true;
}

function cleanCopy(value: unknown): unknown {
  const open: [from: object, to: object][] = [];
  const copy = (at: unknown): unknown => {
    if (typeof at === "string") return cleanText(at);
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
