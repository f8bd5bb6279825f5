import type { ByteSource } from "../log/byte-source.ts";
import { LogMap } from "../log/log-map.ts";
import type { IndexedLog } from "../session-index/log-reading.ts";
import { canResume, resumePointOf } from "../session-index/resume-point.ts";
import type { Stamp } from "../session-index/stamp.ts";
import { timeOf } from "./found.ts";
import { indexTextsOf, type IndexTexts } from "./fts-expression.ts";
import { factsOf, readEntries, type Place } from "./log-entries.ts";
import type { LogRow, NewLogRow } from "./log-rows.ts";
import { passagesOf } from "./passages.ts";

/** An entry as it goes into the index. */
export interface IndexedEntry extends Place, IndexTexts {
  readonly time: number;
}

/** Some entries of a log, and how the log's row reads with them. */
export interface Slice {
  /** The row that the entries are added to; undefined: whatever is there of the log goes first. */
  readonly after: Omit<LogRow, "no"> | undefined;
  readonly row: NewLogRow;
  readonly entries: readonly IndexedEntry[];
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
  known: LogRow | undefined,
  size: number,
): Generator<Slice> {
  const { file, dialect, fallbackId } = log;
  const map = new LogMap(source, dialect, fallbackId);
  map.catchUp();
  const facts = factsOf(source, dialect, map);
  const fixed = { file, dialect: dialect.name, fallback: fallbackId, ...facts };
  let after: Slice["after"] = known !== undefined && goesOn(known, source, stamp) ? known : undefined;
  let entries: IndexedEntry[] = [];
  let characters = 0;
  for (const { head, entry } of readEntries(source, dialect, map, after?.position)) {
    const { offset, length, version, stated, id } = head;
    if (characters >= size) {
      const until = resumePointOf(source, { position: offset, damage: [] });
      const part = { identity: stamp.identity, size: offset, changed: "" };
      const row = { ...fixed, ...part, ...until };
      yield { after, row, entries };
      after = row;
      [entries, characters] = [[], 0];
    }
    const passages = passagesOf(entry);
    if (passages.length === 0) continue;
    const texts = indexTextsOf(passages);
    characters += texts.said.length + texts.tool.length;
    entries.push({
      time: timeOf(entry.timestamp),
      offset,
      length,
      version,
      id: stated ? null : id,
      ...texts,
    });
  }
  const point = { ...resumePointOf(source, map), ...(dialect.translation && { tail: null }) };
  yield { after, row: { ...fixed, ...stamp, ...point }, entries };
}

/** Whether the log is what was read, with more behind it. */
function goesOn({ identity, size, position, head, tail }: LogRow, source: ByteSource, stamp: Stamp): boolean {
  return identity === stamp.identity && size < stamp.size && canResume(source, { position, head, tail });
}
