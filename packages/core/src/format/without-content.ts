import { parseObject, type JsonObject } from "./json.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const MESSAGE = Buffer.from('"message":');
const ANSWER = Buffer.from('"message":{"role":"assistant","content":');

/**
 * The message in an answer's line, with its content emptied; undefined where the content does not stand right behind
 * `role`, or the rest is no object. Contents are nearly all of a log: passing over them takes a fifth of the time that
 * parsing them does.
 * @param line whose envelope was read, and has the role: so no other `message` stands before this one
 */
export function answerWithoutContent(line: Buffer): JsonObject | undefined {
  const start = line.indexOf(MESSAGE);
  const from = start + ANSWER.length;
  if (start < 0 || from > line.length || ANSWER.compare(line, start, from) !== 0) return undefined;
  const end = endOfContent(line, from);
  // The last brace is the line's own.
  const rest = end === undefined ? "" : line.toString("utf8", end, line.lastIndexOf(CLOSE));
  return parseObject(`{"role":"assistant","content":[]${rest}`);
}

/** Where the array or string that starts there ends; undefined: it is neither, or has no end. */
function endOfContent(line: Buffer, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    const byte = line[at];
    if (byte === QUOTE) {
      at = endOfString(line, at + 1);
      if (depth === 0) return at + 1;
    } else if (byte === OPEN_LIST || byte === OPEN) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE) depth--;
    if (depth <= 0) return byte === CLOSE_LIST && depth === 0 ? at + 1 : undefined;
  }
  return undefined;
}

/** Where the quote stands that ends the string: looking for quotes takes three fifths of the time that looking at all bytes does. */
function endOfString(line: Buffer, start: number): number {
  for (let at = line.indexOf(QUOTE, start); at >= 0; at = line.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (line[at - escapes - 1] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return line.length;
}
