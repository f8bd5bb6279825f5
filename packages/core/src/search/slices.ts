import type { ByteSource } from "../log/byte-source.ts";
import { LogMap } from "../log/log-map.ts";
import type { IndexedLog } from "../session-index/log-reading.ts";
import { canResume, resumePointOf } from "../session-index/resume-point.ts";
import type { Stamp } from "../session-index/stamp.ts";
import { timeOf } from "./found.ts";
import { indexTextOf } from "./fts-expression.ts";
import { TextPacker, type TextBlock } from "./kept-texts.ts";
import { factsOf, readEntries, type Place } from "./log-entries.ts";
import type { LogRow, NewLogRow } from "./log-rows.ts";
import { saidIn } from "./passages.ts";
import type { Mark } from "./text-rows.ts";
import { ToldHash } from "./told-hash.ts";

/** An entry as it goes into the index. */
export interface IndexedEntry extends Place {
  readonly time: number;
  /** See `indexTextOf`. */
  readonly words: string;
}

/** Some entries of a log, and how the log's row reads with them. */
export interface Slice {
  /** The row that the entries are added to; undefined: whatever is there of the log goes first. */
  readonly after: Omit<LogRow, "no"> | undefined;
  /** What is there of entries at this offset and behind goes, too. */
  readonly from: number;
  readonly row: NewLogRow;
  readonly entries: readonly IndexedEntry[];
  /** Their texts, if the log is told anew. */
  readonly texts: readonly TextBlock[];
}

/** What the index has of a log. */
export interface Known {
  readonly row: LogRow;
  /** None, unless the log is told anew. */
  readonly marks: readonly Mark[];
}

/**
 * Reads what the index does not have of a log, in pieces that can be kept one by one. The heads of all lines are
 * scanned again (0.5 s a GB), as they tell branches and repeated ids; only bodies that were appended are read.
 * @param stamp of the log before it was opened
 * @param known what the index has of it
 * @param size how many characters make a piece
 */
export function* slicesOf(
  log: IndexedLog,
  source: ByteSource,
  stamp: Stamp,
  known: Known | undefined,
  size: number,
): Generator<Slice> {
  const { file, dialect, fallbackId } = log;
  const map = new LogMap(source, dialect, fallbackId);
  map.catchUp();
  const facts = factsOf(source, dialect, map);
  const fixed = { file, dialect: dialect.name, fallback: fallbackId, ...facts };
  const isTold = dialect.translation !== undefined;
  const start = known && (isTold ? endOfAlike(known, source) : endOfRead(known, source, stamp));
  const packer = isTold ? new TextPacker(new ToldHash(source)) : undefined;
  let after: Slice["after"] = start === undefined ? undefined : known?.row;
  let from = start ?? 0;
  let entries: IndexedEntry[] = [];
  let characters = 0;
  for (const { head, entry } of readEntries(source, dialect, map, from)) {
    const { offset, length, version, stated, id } = head;
    if (characters >= size) {
      const until = resumePointOf(source, { position: offset, damage: [] });
      const part = { identity: stamp.identity, size: offset, changed: "" };
      const row = { ...fixed, ...part, ...until };
      yield { after, from, row, entries, texts: packer?.take() ?? [] };
      after = row;
      from = offset;
      [entries, characters] = [[], 0];
    }
    const said = saidIn(entry);
    if (said.passages.length === 0) continue;
    const words = indexTextOf(said.passages);
    characters += words.length;
    packer?.add(offset, said);
    const time = timeOf(entry.timestamp);
    entries.push({ time, offset, length, version, id: stated ? null : id, words });
  }
  const row = { ...fixed, ...stamp, ...resumePointOf(source, map) };
  yield { after, from, row, entries, texts: packer?.take() ?? [] };
}

/** Where reading goes on, if the log is what was read, with more behind it. */
function endOfRead({ row }: Known, source: ByteSource, stamp: Stamp): number | undefined {
  const { identity, size, position, head, tail } = row;
  const hasGrown = identity === stamp.identity && size < stamp.size;
  return hasGrown && canResume(source, { position, head, tail }) ? position : undefined;
}

/** Up to where a log is told as it was: to the last block of texts before which nothing differs. */
function endOfAlike({ marks }: Known, source: ByteSource): number | undefined {
  let end: number | undefined;
  let told = new ToldHash(source);
  for (const mark of marks) {
    told = told.upTo(mark.first);
    if (!Buffer.isBuffer(mark.told) || !told.digest.equals(mark.told)) break;
    end = mark.first;
  }
  return end;
}
