import { isUuidV7 } from "../format/ids.ts";
import { isJsonObject } from "../format/json.ts";
import type { ByteSource } from "./byte-source.ts";
import { LastLines } from "./last-lines.ts";
import { LogEnd } from "./log-end.ts";
import { LogMap, parseRecord, WholeLogNeeded, type EarlierEntries } from "./log-map.ts";
import type { LogHeader, LogRules } from "./log-rules.ts";
import { scanLog, startOfLog } from "./scan-log.ts";
import { giveBack, takeMemory } from "./spare-memory.ts";

/** How much of a log's end is read first, and at most. Each try reads four times as much as the one before. */
export interface TailSpan {
  readonly first: number;
  readonly most: number;
}

/** A header that is not among the first bytes is none that a tail could be read with. */
const HEADER_WITHIN = 16 << 10;

/**
 * Opens a log from its end: nothing but its header and its last lines are read, until `isEnough` says so. Undefined
 * where the end alone does not prove what the whole log would say: where anything in it is odd, or ids do not ascend.
 */
export function openTail(
  source: ByteSource,
  rules: LogRules,
  fallbackId: string,
  isEnough: (end: LogEnd) => boolean,
  span: TailSpan,
): LogEnd | undefined {
  const header = headerOf(source, rules, fallbackId);
  if (header === undefined || header.version !== rules.knownVersion) return undefined;
  for (let bytes = span.first; bytes <= span.most && bytes < source.size(); bytes *= 4) {
    const end = readEnd(source, rules, header, source.size() - bytes);
    if (end === "odd") return undefined;
    if (end !== "unknown" && isEnough(end)) return end;
  }
  return undefined;
}

export function headerOf(source: ByteSource, rules: LogRules, fallbackId: string): LogHeader | undefined {
  // Left as a loop is, so that the memory for reading is there for the next log.
  for (const first of scanLog(source, rules, startOfLog(fallbackId, rules), HEADER_WITHIN))
    return first.kind === "header" ? first.header : undefined;
  return undefined;
}

/** The end of a log, from among its bytes behind `from`; `unknown`: more of it must be read; `odd`: that would not help. */
function readEnd(
  source: ByteSource,
  rules: LogRules,
  header: LogHeader,
  from: number,
): LogEnd | "unknown" | "odd" {
  const length = source.size() - from;
  const memory = takeMemory(length);
  const bytes = memory.subarray(0, source.read(memory.subarray(0, length), from));
  const earlier = new AscendingIds();
  try {
    const start = startOfContext(bytes);
    if (start === undefined) return "unknown";
    const { id, version } = header;
    const scan = { position: from + start, header, fallbackId: id, version, valueIds: [], early: false };
    const map = new LogMap(source, rules, id, { scan, entries: [], damage: [] }, earlier);
    const end = new LogEnd(source, map, "replay", undefined);
    end.catchUpWith(new LastLines(source.name, from, bytes));
    return map.damage.length > 0 ? "odd" : end;
  } catch (error) {
    if (error instanceof WholeLogNeeded) return earlier.broken ? "odd" : "unknown";
    throw error;
  } finally {
    giveBack(memory);
  }
}

const COMPACTION = Buffer.from('{"type":"compaction"');
const NEWLINE = 0x0a;

/** Where the line stands that the last compaction keeps first, if both are among these bytes. */
function startOfContext(bytes: Buffer): number | undefined {
  const at = lastLineWith(COMPACTION, bytes, bytes.length, COMPACTION.length);
  if (at === undefined) return undefined;
  const line = parseRecord(bytes.subarray(at, bytes.indexOf(NEWLINE, at)));
  const kept = isJsonObject(line) ? line["firstKeptEntryId"] : undefined;
  if (typeof kept !== "string") return at;
  return lastLineWith(Buffer.from(`"id":${JSON.stringify(kept)}`), bytes, at, ID_WITHIN);
}

/** Behind that many of its first bytes no line of ours has its id. */
const ID_WITHIN = 1024;

/** Where the last line before `end` starts that has `part` in its first bytes. The first line may be torn, and is none. */
function lastLineWith(part: Buffer, bytes: Buffer, end: number, within: number): number | undefined {
  let next = end;
  // Line by line: looking for the part in all bytes takes four times as long.
  for (let newline = before(next); newline >= 0; newline = before(next)) {
    const start = newline + 1;
    if (bytes.subarray(start, Math.min(next, start + within)).includes(part)) return start;
    next = start;
  }
  return undefined;

  function before(start: number): number {
    return start < 2 ? -1 : bytes.lastIndexOf(NEWLINE, start - 2);
  }
}

/** Entries of which only is known that the ids behind them ascend with the time: so none of those repeats one of them. */
class AscendingIds implements EarlierEntries {
  #last = "";
  broken = false;

  repeated(id: string): undefined {
    this.broken ||= !isUuidV7(id) || id <= this.#last;
    if (this.broken) throw new WholeLogNeeded();
    this.#last = id;
  }

  entry(): never {
    throw new WholeLogNeeded();
  }

  lastNode(): never {
    throw new WholeLogNeeded();
  }
}
