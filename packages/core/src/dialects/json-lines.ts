import type { Damage, DamageKind } from "../format/damage.ts";
import { isTooDeep } from "../format/depth.ts";
import { isJsonObject, parseJson, type JsonObject } from "../format/json.ts";
import { salvage, type RecordForm } from "../format/salvage.ts";
import type { ByteSource } from "../log/byte-source.ts";
import { splitLines, type RawLine } from "../log/split-lines.ts";

/** What a file of one JSON object a line holds, in file order. */
export type JsonLine =
  | { readonly value: JsonObject; readonly offset: number; readonly length: number }
  | { readonly damage: Damage };

/**
 * Reads another agent's file of one JSON object a line. One bad line costs one line: what is intact in it is read. A last
 * line without newline counts if it parses.
 */
export function* jsonLines(source: ByteSource, form: RecordForm, from = 0, to?: number): Generator<JsonLine> {
  for (const line of splitLines(source, from, to)) {
    if (line.tooLong) yield damageAt(line.offset, line.length, "too-long", "longer than any entry");
    else if (isBlank(line.bytes)) continue;
    else yield* readLine(line, form);
  }
}

function* readLine(line: RawLine, form: RecordForm): Generator<JsonLine> {
  const { bytes, offset, ended } = line;
  const value = parseJson(bytes.toString("utf8"));
  if (isJsonObject(value) && !isTooDeep(value)) {
    yield { value, offset, length: bytes.length };
    return;
  }
  if (value !== undefined) {
    yield damageAt(offset, bytes.length, "no-entry", "a JSON value that is no entry");
    return;
  }
  const first = bytes.findIndex((byte) => byte !== 0);
  const last = bytes.findLastIndex((byte) => byte !== 0) + 1;
  if (first >= 0 && last - first < bytes.length) {
    yield* rest(bytes, 0, first, offset, true);
    yield* readLine({ ...line, bytes: bytes.subarray(first, last), offset: offset + first }, form);
    yield* rest(bytes, last, bytes.length, offset, true);
    return;
  }
  let done = 0;
  for (const { start, end, value: record } of salvage(bytes, form)) {
    yield* rest(bytes, done, start, offset, ended);
    yield { value: record, offset: offset + start, length: end - start };
    done = end;
  }
  yield* rest(bytes, done, bytes.length, offset, ended);
}

/** What of a broken line is no record. */
function* rest(
  bytes: Buffer,
  start: number,
  end: number,
  offset: number,
  ended: boolean,
): Generator<JsonLine> {
  const part = bytes.subarray(start, end);
  if (isBlank(part)) return;
  if (part.every((byte) => byte === 0)) yield damageAt(offset + start, part.length, "nul", "NUL bytes");
  else if (!ended && end === bytes.length)
    yield damageAt(offset + start, part.length, "torn-tail", "the last line is torn, or still being written");
  else yield damageAt(offset + start, part.length, "not-json", "no JSON value");
}

function damageAt(offset: number, length: number, kind: DamageKind, detail: string): JsonLine {
  return { damage: { offset, length, kind, detail } };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
