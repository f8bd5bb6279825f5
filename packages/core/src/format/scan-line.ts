import { isTooDeep } from "./depth.ts";
import { scanEnvelope } from "./envelope.ts";
import { headOf, headOfEnvelope, needsBody, type StatedHead } from "./head.ts";
import { MAX_ENTRY_ID } from "./ids.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import { salvage } from "./salvage.ts";

/** What one line holds. `start` and `end` are offsets in the line. */
export type LinePart =
  | { kind: "entry"; start: number; end: number; head: StatedHead; value: JsonObject | undefined }
  | { kind: "header"; start: number; end: number; value: JsonObject }
  | { kind: "other"; start: number; end: number; value: unknown }
  | { kind: "broken"; start: number; end: number };

/** A part whose bytes are sound. */
export type ParsedPart = Exclude<LinePart, { kind: "broken" }>;

const PARENT_KEY = Buffer.from('"parentId":');
/** The end of that key that is rare in any text: looking for it takes a fifth of the time. */
const KEY_END = Buffer.from('Id":');

/**
 * Reads one line (without its newline). The envelope decides: where it can be read, the line is an entry whatever its
 * body holds, and the body is not parsed. A line gives several parts only if records are glued together in it.
 */
export function scanLine(line: Buffer): LinePart[] {
  const head = plainHead(line);
  return head === undefined ? scanOddLine(line) : [plainPart(line, head)];
}

/** What a line holds whose body must be read. */
export function scanOddLine(line: Buffer): LinePart[] {
  if (isBlank(line)) return [];
  const value = parse(line);
  if (value !== BROKEN) return [classify(value, 0, line.length)];
  const parts = salvage(line).map(({ start, end, value: piece }) => classify(piece, start, end));
  return withRest(line, parts);
}

/** All that a plain line holds. */
export function plainPart(line: Buffer, head: StatedHead): LinePart {
  return { kind: "entry", start: 0, end: line.length, head, value: undefined };
}

/** The head of a line that holds one entry whose body tells nothing of its head; undefined for any other line. */
export function plainHead(line: Buffer): StatedHead | undefined {
  const envelope = scanEnvelope(line);
  const isPlain =
    envelope !== undefined &&
    envelope.id.length <= MAX_ENTRY_ID &&
    (envelope.parentId?.length ?? 0) <= MAX_ENTRY_ID &&
    !needsBody(envelope) &&
    // A second record glued to this line shows as another `parentId` key: escaped quotes keep it out of any string.
    !hasParentKey(line, envelope.end);
  return isPlain ? headOfEnvelope(envelope) : undefined;
}

function hasParentKey(line: Buffer, from: number): boolean {
  for (let at = line.indexOf(KEY_END, from); at >= 0; at = line.indexOf(KEY_END, at + KEY_END.length)) {
    const end = at + KEY_END.length;
    const start = end - PARENT_KEY.length;
    if (start >= from && line.compare(PARENT_KEY, 0, PARENT_KEY.length, start, end) === 0) return true;
  }
  return false;
}

const BROKEN = Symbol("broken");

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch {
    return BROKEN;
  }
}

/** What a parsed value is. */
export function classify(value: unknown, start: number, end: number): ParsedPart {
  if (!isJsonObject(value)) return { kind: "other", start, end, value };
  if (value["type"] === "session")
    return isTooDeep(value)
      ? { kind: "other", start, end, value: null }
      : { kind: "header", start, end, value };
  const head = headOf(value);
  return head === undefined
    ? { kind: "other", start, end, value }
    : { kind: "entry", start, end, head, value };
}

/** Adds what lies between the intact records of a broken line; its own envelope may still be readable. */
function withRest(line: Buffer, intact: readonly LinePart[]): LinePart[] {
  const parts: LinePart[] = [];
  let position = 0;
  for (const part of [...intact, { start: line.length, end: line.length }]) {
    if (part.start > position) parts.push(...restOf(line, position, part.start));
    if ("kind" in part) parts.push(part);
    position = part.end;
  }
  return parts;
}

function restOf(line: Buffer, start: number, end: number): LinePart[] {
  const rest = line.subarray(start, end);
  if (isBlank(rest)) return [];
  const envelope = scanEnvelope(rest);
  if (envelope === undefined || headOf({ ...envelope })?.problem !== undefined)
    return [{ kind: "broken", start, end }];
  return [{ kind: "entry", start, end, head: headOfEnvelope(envelope), value: undefined }];
}

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  return true;
}
