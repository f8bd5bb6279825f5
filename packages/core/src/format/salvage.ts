import { parseObject, type JsonObject } from "./json.ts";

/** An intact record inside a broken line. */
export interface Salvaged {
  readonly start: number;
  readonly end: number;
  readonly value: JsonObject;
}

/** What the records look like that are sought. */
export interface RecordForm {
  /** The ways in which a record begins. */
  readonly starts: readonly Buffer[];
  /** Nested values parse too: whether one is a record. */
  isRecord(this: void, value: JsonObject): boolean;
}

const OURS: RecordForm = {
  starts: [Buffer.from('{"type":')],
  isRecord: (value) => "parentId" in value || value["type"] === "session",
};

const CLOSE = 0x7d;

/** Bounds the work on a hostile line: more starts than this are not tried, and no more bytes than so many lines of it. */
const MAX_STARTS = 256;
const PASSES = 16;

/**
 * Finds the intact records in a line that is no JSON value: records written behind a torn one, or two glued together.
 * A record ends where the line ends or where the next one starts behind a `}`.
 */
export function salvage(line: Buffer, form: RecordForm = OURS): Salvaged[] {
  const starts = form.starts.flatMap((start) => placesOf(start, line)).toSorted((a, b) => a - b);
  const found: Salvaged[] = [];
  let budget = line.length * PASSES;
  let from = 0;
  for (const [index, start] of starts.entries()) {
    if (start < from) continue;
    const ends = starts.slice(index + 1).filter((next) => line[next - 1] === CLOSE);
    for (const end of [...ends, line.length]) {
      budget -= end - start;
      if (budget < 0) return found;
      const value = parseRecord(line.subarray(start, end), form);
      if (value === undefined) continue;
      found.push({ start, end, value });
      from = end;
      break;
    }
  }
  return found;
}

function placesOf(start: Buffer, line: Buffer): number[] {
  const places: number[] = [];
  let at = line.indexOf(start);
  while (at >= 0 && places.length < MAX_STARTS) {
    places.push(at);
    at = line.indexOf(start, at + 1);
  }
  return places;
}

function parseRecord(bytes: Buffer, form: RecordForm): JsonObject | undefined {
  const value = parseObject(bytes.toString("utf8"));
  return value !== undefined && form.isRecord(value) ? value : undefined;
}
