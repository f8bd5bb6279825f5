import { isUuidV7 } from "../format/ids.ts";
import { isJsonObject } from "../format/json.ts";
import type { ByteSource } from "./byte-source.ts";
import { LogEnd } from "./log-end.ts";
import { LogMap, parseRecord, readRecord, WholeLogNeeded, type EarlierEntries } from "./log-map.ts";
import type { LogHeader, LogRules } from "./log-rules.ts";
import { scanLog, startOfLog } from "./scan-log.ts";

/** How much of a log's end is read first, and at most. Each try reads four times as much as the one before. */
export interface TailSpan {
  readonly first: number;
  readonly most: number;
}

/** A header that is not among the first bytes is none that a tail could be read with. */
const HEADER_WITHIN = 64 << 10;

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
  const position = startOfContext(source, from);
  if (position === undefined) return "unknown";
  const scan = {
    position,
    header,
    fallbackId: header.id,
    version: header.version,
    valueIds: [],
    early: false,
  };
  const earlier = new AscendingIds();
  const map = new LogMap(source, rules, header.id, { scan, entries: [], damage: [] }, earlier);
  try {
    const end = new LogEnd(source, map, "replay", undefined);
    end.catchUp();
    return map.damage.length > 0 ? "odd" : end;
  } catch (error) {
    if (error instanceof WholeLogNeeded) return earlier.broken ? "odd" : "unknown";
    throw error;
  }
}

const COMPACTION = Buffer.from('\n{"type":"compaction"');
const NEWLINE = 0x0a;

/** Where the line stands that the last compaction keeps first, if both are among the bytes behind `from`. */
function startOfContext(source: ByteSource, from: number): number | undefined {
  const bytes = readRecord(source, { offset: from, length: source.size() - from });
  const at = bytes.lastIndexOf(COMPACTION) + 1;
  if (at === 0) return undefined;
  const line = parseRecord(bytes.subarray(at, bytes.indexOf(NEWLINE, at)));
  const kept = isJsonObject(line) ? line["firstKeptEntryId"] : undefined;
  if (typeof kept !== "string") return from + at;
  const found = bytes.lastIndexOf(`"id":${JSON.stringify(kept)}`, at);
  const before = found < 0 ? -1 : bytes.lastIndexOf(NEWLINE, found);
  return before < 0 ? undefined : from + before + 1;
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
