import type { Batch } from "../format/entries.ts";
import type { Damage, DamageKind } from "../format/damage.ts";
import type { StatedHead } from "../format/head.ts";
import { isJsonObject, type JsonObject } from "../format/json.ts";
import { classify, scanLine, type LinePart, type ParsedPart } from "../format/scan-line.ts";
import type { ByteSource } from "./byte-source.ts";
import { derivedId } from "./derived-id.ts";
import type { LogHeader, LogRules } from "./log-rules.ts";
import { splitLines, type RawLine } from "./split-lines.ts";

/** An entry as a scan finds it. `bytes` are valid only until the next thing is asked for. */
export interface ScannedEntry {
  readonly kind: "entry";
  readonly head: StatedHead;
  /** Stated or derived. */
  readonly id: string;
  readonly keptId: string | null | undefined;
  readonly offset: number;
  /** Of the record, without its newline. */
  readonly length: number;
  /** The version its line is written in. */
  readonly version: number;
  readonly bytes: Buffer;
  /** The line's value, if it had to be parsed. */
  readonly value: JsonObject | undefined;
}

/** What a scan finds, in file order. */
export type Scanned =
  | { kind: "header"; header: LogHeader; offset: number; length: number }
  | ScannedEntry
  | { kind: "damage"; damage: Damage };

/** Where a scan stands: enough to go on from there when the log has grown. */
export interface ScanState {
  /** The first byte not yet settled. */
  position: number;
  header: LogHeader | undefined;
  /** The id that ids are derived from until a header is read, and after it if there is none. */
  readonly fallbackId: string;
  /** The version that lines have from here on; `upgrade` lines raise it. */
  version: number;
  /** Ids of the file's values by their index (header 0), while the log is of version 1. */
  valueIds: (string | undefined)[];
  /** An entry stood before the header. */
  early: boolean;
}

export function startOfLog(fallbackId: string): ScanState {
  return { position: 0, header: undefined, fallbackId, version: 1, valueIds: [], early: false };
}

/**
 * Reads a log from where `state` stands and moves `state` on. Never throws for what the log holds: damage is one of
 * the things found. What may still be arriving (a line without newline, a batch without its end) is given as damage
 * and left unsettled, so that the next scan reads it again.
 */
export function* scanLog(source: ByteSource, rules: LogRules, state: ScanState): Generator<Scanned> {
  let batch: { marker: Batch; lines: number; held: Scanned[]; position: number } | undefined;
  for (const line of splitLines(source, state.position)) {
    if (!line.ended && !(rules.openTail && parses(line.bytes))) {
      yield openTail(line);
      break;
    }
    const next = line.offset + line.length;
    const parts = scanLine(line.bytes);
    if (parts.length > 1) {
      yield damageAt(
        line.offset,
        line.bytes.length,
        "glued",
        "several records in one line; the intact ones were read",
      );
    }
    for (const part of parts) {
      const found = [...place(part, line.offset, line.bytes, rules, state)];
      const marker = batchOf(part, state);
      if (batch !== undefined && !continues(batch.marker, batch.lines, marker)) {
        yield* batch.held.map(openBatch);
        batch = undefined;
      }
      if (marker === undefined) {
        yield* found;
      } else if (batch === undefined && marker.index !== 0) {
        yield* found.map(openBatch);
      } else {
        batch ??= { marker, lines: 0, held: [], position: line.offset };
        batch.held.push(...found.map(kept));
        batch.lines++;
        if (batch.lines === marker.size) {
          yield* batch.held;
          batch = undefined;
        }
      }
    }
    state.position = batch?.position ?? next;
  }
  if (batch !== undefined) yield* batch.held.map(openBatch);
}

function* place(
  part: LinePart,
  lineOffset: number,
  line: Buffer,
  rules: LogRules,
  state: ScanState,
): Generator<Scanned> {
  const offset = lineOffset + part.start;
  const length = part.end - part.start;
  if (part.kind === "broken") {
    const bytes = line.subarray(part.start, part.end);
    yield damageAt(offset, length, isNul(bytes) ? "nul" : "not-json", "no JSON value");
    return;
  }
  const adopted = adopt(part, rules);
  if (adopted.kind === "header") {
    state.valueIds.push(undefined);
    const header = rules.header(adopted.value);
    if (header === undefined) yield damageAt(offset, length, "no-entry", "a header that cannot be read");
    else if (state.header !== undefined)
      yield damageAt(offset, length, "extra-header", "the first header counts");
    else {
      state.header = header;
      state.version = header.version;
      yield { kind: "header", header, offset, length };
      if (state.early) yield damageAt(offset, length, "late-header", "entries stand before the header");
    }
    return;
  }
  if (adopted.kind === "other") {
    state.valueIds.push(undefined);
    yield damageAt(offset, length, "no-entry", "a JSON value that is no entry");
    return;
  }
  const { head, value } = adopted;
  // A line that a dialect adopts before the header is metadata that it expects there.
  state.early ||= state.header === undefined && adopted === part;
  if (head.problem !== undefined) yield damageAt(offset, length, "bad-id", head.problem);
  const id = head.id ?? derivedId(state.header?.id ?? state.fallbackId, offset);
  if (state.version === 1) state.valueIds.push(id);
  const keptId = value !== undefined && state.version === 1 ? keptIdOf(value, state) : undefined;
  const bytes = line.subarray(part.start, part.end);
  yield { kind: "entry", head, id, keptId, offset, length, version: state.version, bytes, value };
  if (head.type === "upgrade" && typeof value?.["version"] === "number") state.version = value["version"];
}

/** `firstKeptEntryIndex` counts the file's values; a header or nothing at that index keeps nothing. */
function keptIdOf(value: JsonObject, state: ScanState): string | null | undefined {
  const index = value["firstKeptEntryIndex"];
  return typeof index === "number" ? (state.valueIds[index] ?? null) : undefined;
}

function adopt(part: ParsedPart, rules: LogRules): ParsedPart {
  if (rules.adopt === undefined || part.kind === "header" || !isJsonObject(part.value)) return part;
  const value = rules.adopt(part.value);
  return value === part.value ? part : classify(value, part.start, part.end);
}

/** The marker, if it names this session: one copied from another session means nothing. */
function batchOf(part: LinePart, state: ScanState): Batch | undefined {
  const batch = part.kind === "entry" ? part.head.batch : undefined;
  if (batch === undefined || batch.session !== (state.header?.id ?? state.fallbackId)) return undefined;
  return Number.isInteger(batch.index) && Number.isInteger(batch.size) && batch.size > 0 ? batch : undefined;
}

function continues(first: Batch, lines: number, marker: Batch | undefined): boolean {
  return (
    marker !== undefined && marker.id === first.id && marker.size === first.size && marker.index === lines
  );
}

function openBatch(item: Scanned): Scanned {
  if (item.kind !== "entry") return item;
  return damageAt(item.offset, item.length, "open-batch", "its batch is not there whole");
}

function openTail({ offset, length, bytes }: RawLine): Scanned {
  if (isNul(bytes)) return damageAt(offset, length, "nul", "only NUL bytes, as a power cut leaves them");
  return damageAt(offset, length, "torn-tail", "the last line has no newline: torn, or still being written");
}

function isNul(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/** A held entry outlives the chunk its bytes lie in. */
function kept(item: Scanned): Scanned {
  return item.kind === "entry" ? { ...item, bytes: Buffer.from(item.bytes) } : item;
}

function damageAt(offset: number, length: number, kind: DamageKind, detail: string): Scanned {
  return { kind: "damage", damage: { offset, length, kind, detail } };
}

function parses(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}
