import { isJsonObject, type JsonObject } from "./json.ts";

/** An intact record inside a broken line. */
export interface Salvaged {
  readonly start: number;
  readonly end: number;
  readonly value: JsonObject;
}

const RECORD_START = Buffer.from('{"type":');
const CLOSE = 0x7d;

/** Bounds the work on a hostile line: more starts than this are not tried, and no more bytes than so many lines of it. */
const MAX_STARTS = 256;
const PASSES = 16;

/**
 * Finds the intact records in a line that is no JSON value: records written behind a torn one, or two glued together.
 * A record starts with `{"type":` and ends where the line ends or where the next one starts behind a `}`.
 */
export function salvage(line: Buffer): Salvaged[] {
  const starts = startsOf(line);
  const found: Salvaged[] = [];
  let budget = line.length * PASSES;
  let from = 0;
  for (const [index, start] of starts.entries()) {
    if (start < from) continue;
    const ends = starts.slice(index + 1).filter((next) => line[next - 1] === CLOSE);
    for (const end of [...ends, line.length]) {
      budget -= end - start;
      if (budget < 0) return found;
      const value = parseRecord(line, start, end);
      if (value === undefined) continue;
      found.push({ start, end, value });
      from = end;
      break;
    }
  }
  return found;
}

function startsOf(line: Buffer): number[] {
  const starts: number[] = [];
  let at = line.indexOf(RECORD_START);
  while (at >= 0 && starts.length < MAX_STARTS) {
    starts.push(at);
    at = line.indexOf(RECORD_START, at + 1);
  }
  return starts;
}

function parseRecord(line: Buffer, start: number, end: number): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line.toString("utf8", start, end));
    // Nested blocks parse too; only a record has these keys.
    return isJsonObject(value) && ("parentId" in value || value["type"] === "session") ? value : undefined;
  } catch {
    return undefined;
  }
}
