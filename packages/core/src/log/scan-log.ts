import type { Batch } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import type { Damage, DamageKind } from "../format/damage.ts";
import { headOf, type StatedHead } from "../format/head.ts";
import { isJsonObject, parseJson, type JsonObject } from "../format/json.ts";
import {
  classify,
  plainHead,
  plainPart,
  scanOddLine,
  type LinePart,
  type ParsedPart,
} from "../format/scan-line.ts";
import type { ByteSource } from "./byte-source.ts";
import { decodeEntry } from "./decode-entry.ts";
import { derivedId } from "./derived-id.ts";
import type { LastLines } from "./last-lines.ts";
import type { LogHeader, LogRules } from "./log-rules.ts";
import { MAX_LINE, splitLines, type RawLine } from "./split-lines.ts";

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

interface Range {
  readonly offset: number;
  readonly length: number;
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

/** Until a header tells, lines are taken to be of the version that `rules` know best. */
export function startOfLog(fallbackId: string, { knownVersion }: LogRules): ScanState {
  return { position: 0, header: undefined, fallbackId, version: knownVersion, valueIds: [], early: false };
}

/**
 * Reads a log from where `state` stands and moves `state` on. Never throws for what the log holds: damage is one of
 * the things found. What may still be arriving (a line without newline, a batch without its end) is given as damage
 * and left unsettled, so that the next scan reads it again.
 */
export function* scanLog(
  source: ByteSource,
  rules: LogRules,
  state: ScanState,
  to?: number,
): Generator<Scanned> {
  let batch: OpenBatch | undefined;
  for (const line of splitLines(source, state.position, to)) {
    if (!line.ended && !(rules.openTail && parses(line.bytes))) {
      yield openTail(line);
      break;
    }
    if (line.tooLong) yield damageAt(line, "too-long", "longer than any entry; it was passed over");
    const head = plainHead(line.bytes);
    if (batch === undefined && head !== undefined && head.batch === undefined) {
      // Nearly every line of any log: a tenth less of a scan than on the way of the others.
      state.early ||= state.header === undefined;
      yield statedEntry(
        head,
        undefined,
        { offset: line.offset, length: line.bytes.length },
        line.bytes,
        state,
      );
      state.position = line.offset + line.length;
      continue;
    }
    const parts = head === undefined ? scanOddLine(line.bytes) : [plainPart(line.bytes, head)];
    if (parts.length > 1) {
      const whole = { offset: line.offset, length: line.bytes.length };
      yield damageAt(whole, "glued", "several records in one line; the intact ones were read");
    }
    for (const part of parts) {
      const marker = batchOf(part, state);
      if (batch !== undefined && !continues(batch, marker)) {
        yield* dropped(batch, state);
        batch = undefined;
      }
      if (marker === undefined) yield* place(part, line.offset, line.bytes, rules, state);
      else {
        batch ??= openBatch(marker, line.offset, state);
        batch.held.push(...place(part, line.offset, line.bytes, rules, state).map(kept));
        batch.lines++;
        const isWhole = batch.lines === marker.size;
        if (marker.index !== batch.lines - 1 || (isWhole && isTorn(part, line.bytes))) {
          yield* dropped(batch, state);
          batch = undefined;
        } else if (isWhole) {
          yield* batch.held;
          batch = undefined;
        }
      }
    }
    state.position = batch?.position ?? line.offset + line.length;
  }
  if (batch !== undefined) yield* dropped(batch, state);
}

/**
 * What a scan finds in a line that was just written, without looking at it; undefined where only the line can tell.
 * Moves `state` on.
 */
export function lastEntry({ entry, lines, at }: LastLines, state: ScanState): ScannedEntry | undefined {
  if (entry === undefined || !isEntry(entry, "message") || entry.batch !== undefined) return undefined;
  const { message } = entry;
  // What JSON makes of an object need not be what the object says.
  if ("toJSON" in message || !Object.prototype.propertyIsEnumerable.call(message, "role")) return undefined;
  if (lines.length > MAX_LINE) return undefined;
  const { header, version } = state;
  const head = headOf(entry);
  if (header === undefined || version === 1 || head === undefined) return undefined;
  state.position = at + lines.length;
  const length = lines.length - 1;
  const bytes = lines.subarray(0, length);
  return {
    kind: "entry",
    head,
    id: entry.id,
    keptId: undefined,
    offset: at,
    length,
    version,
    bytes,
    value: undefined,
  };
}

/** Lines of a batch whose end has not come. They mean nothing until then. */
interface OpenBatch {
  readonly marker: Batch;
  /** Where the batch starts. */
  readonly position: number;
  /** How the scan stood there. */
  readonly before: Pick<ScanState, "version" | "early"> & { readonly values: number };
  readonly held: Scanned[];
  lines: number;
}

function openBatch(marker: Batch, position: number, { version, early, valueIds }: ScanState): OpenBatch {
  return { marker, position, before: { version, early, values: valueIds.length }, held: [], lines: 0 };
}

function continues({ marker: first, lines }: OpenBatch, marker: Batch | undefined): boolean {
  return (
    marker !== undefined && marker.id === first.id && marker.size === first.size && marker.index === lines
  );
}

/** The damage that an open batch is; the scan stands as if its lines had never been. */
function dropped({ held, before }: OpenBatch, state: ScanState): Scanned[] {
  state.version = before.version;
  state.early = before.early;
  state.valueIds.length = before.values;
  return held.map((item) =>
    item.kind === "entry" ? damageAt(item, "open-batch", "its batch is not there whole") : item,
  );
}

function place(
  part: LinePart,
  lineOffset: number,
  line: Buffer,
  rules: LogRules,
  state: ScanState,
): Scanned[] {
  const at = { offset: lineOffset + part.start, length: part.end - part.start };
  const bytes = at.length === line.length ? line : line.subarray(part.start, part.end);
  if (part.kind === "broken") return [damageAt(at, isNul(bytes) ? "nul" : "not-json", "no JSON value")];
  const adopted = adopt(part, rules);
  if (adopted.kind === "header") return placeHeader(adopted.value, at, rules, state);
  if (adopted.kind === "other") {
    state.valueIds.push(undefined);
    return [damageAt(at, "no-entry", "a JSON value that is no entry")];
  }
  // A line that a dialect adopts before the header is metadata that it expects there.
  state.early ||= state.header === undefined && adopted === part;
  return placeEntry(adopted.head, adopted.value, at, bytes, rules, state);
}

function placeHeader(value: JsonObject, at: Range, rules: LogRules, state: ScanState): Scanned[] {
  state.valueIds.push(undefined);
  const header = rules.header(value);
  if (header === undefined) return [damageAt(at, "no-entry", "a header that cannot be read")];
  if (state.header !== undefined) return [damageAt(at, "extra-header", "the first header counts")];
  state.header = header;
  state.version = header.version;
  const found: Scanned = { kind: "header", header, ...at };
  return state.early ? [found, damageAt(at, "late-header", "entries stand before the header")] : [found];
}

function placeEntry(
  head: StatedHead,
  value: JsonObject | undefined,
  at: Range,
  bytes: Buffer,
  rules: LogRules,
  state: ScanState,
): Scanned[] {
  const stated = statedEntry(head, value, at, bytes, state);
  const entry = ACTING.has(head.type) ? acting(stated, rules, state) : stated;
  return head.problem === undefined ? [entry] : [damageAt(at, "bad-id", head.problem), entry];
}

function statedEntry(
  head: StatedHead,
  value: JsonObject | undefined,
  { offset, length }: Range,
  bytes: Buffer,
  state: ScanState,
): ScannedEntry {
  const { version } = state;
  const id = head.id ?? derivedId(state.header?.id ?? state.fallbackId, offset);
  if (version === 1 || state.header === undefined) state.valueIds.push(id);
  const keptId = value !== undefined && version === 1 ? keptIdOf(value, state) : undefined;
  return { kind: "entry", head, id, keptId, offset, length, version, bytes, value };
}

/** Types that change how other entries are read. */
const ACTING: ReadonlySet<string> = new Set(["label", "leaf", "upgrade"]);

/** Such an entry acts only if its body is sound; and a log never falls back to an older version. */
function acting(entry: ScannedEntry, rules: LogRules, state: ScanState): ScannedEntry {
  const { head, id, version, bytes, value } = entry;
  const whole = { ...head, id, parentId: head.parentId ?? null, keptId: undefined, version };
  const decoded = value && decodeEntry(rules, whole, bytes, value);
  if (decoded === undefined || decoded.problem !== undefined)
    return { ...entry, head: { ...head, targetId: undefined, label: undefined } };
  if (isEntry(decoded.entry, "upgrade")) state.version = Math.max(version, decoded.entry.version);
  return entry;
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

/** The last line of a batch may look whole by its envelope, and be where the write was torn. */
function isTorn(part: LinePart, line: Buffer): boolean {
  return part.kind === "entry" && part.value === undefined && !parses(line.subarray(part.start, part.end));
}

/** The marker, if it names this session: one copied from another session means nothing. */
function batchOf(part: LinePart, state: ScanState): Batch | undefined {
  const batch = part.kind === "entry" ? part.head.batch : undefined;
  if (batch === undefined || batch.session !== (state.header?.id ?? state.fallbackId)) return undefined;
  return Number.isInteger(batch.index) && Number.isInteger(batch.size) && batch.size > 0 ? batch : undefined;
}

function openTail(line: RawLine): Scanned {
  if (line.bytes.length > 0 && isNul(line.bytes))
    return damageAt(line, "nul", "only NUL bytes, as a power cut leaves them");
  return damageAt(line, "torn-tail", "the last line has no newline: torn, or still being written");
}

function isNul(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/** A held entry outlives the chunk its bytes lie in. */
function kept(item: Scanned): Scanned {
  return item.kind === "entry" ? { ...item, bytes: Buffer.from(item.bytes) } : item;
}

function damageAt({ offset, length }: Range, kind: DamageKind, detail: string): Scanned {
  return { kind: "damage", damage: { offset, length, kind, detail } };
}

function parses(bytes: Buffer): boolean {
  return parseJson(bytes.toString("utf8")) !== undefined;
}
