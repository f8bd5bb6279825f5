import { decodeEntry } from "../log/decode-entry.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Entry } from "../format/entries.ts";
import { isTooDeep } from "../format/depth.ts";
import { isAnnotation, isEntry } from "../format/entry-kinds.ts";
import { headOf } from "../format/head.ts";
import { isJsonObject } from "../format/json.ts";
import type { ByteSource } from "../log/byte-source.ts";
import { parseRecord, readRecord, type LocatedHead, type LogMap } from "../log/log-map.ts";
import { treeOfLog } from "../log/tree-of-log.ts";
import { activeLeaf } from "../tree/active-leaf.ts";
import { branchesOf, type Branches } from "./branches.ts";

/** Where the line of an entry stands in its log. */
export interface Place {
  readonly offset: number;
  readonly length: number;
  readonly version: number;
  /** Its id, where its line states none. */
  readonly id: string | null;
}

/** What a search has to know of a log besides its words. */
export interface LogFacts {
  readonly cwd: string | null;
  /** Which log of several with the same entry is shown: 0 a native session of its own, before 1 a fork, before 2 another agent's. */
  readonly copy: number;
  readonly branches: Branches;
}

/** Types whose bodies hold nothing that is searched. */
const SILENT: ReadonlySet<string> = new Set([
  "model_change",
  "thinking_level_change",
  "context_edit",
  "custom",
  "usage",
]);

/** Bigger reads gain nothing. */
const WINDOW = 1 << 20;

export function factsOf(source: ByteSource, dialect: Dialect, map: LogMap): LogFacts {
  const { header } = map;
  const tree = treeOfLog(map);
  const isIntact = (head: LocatedHead): boolean => parseRecord(readRecord(source, head)) !== undefined;
  return {
    cwd: movedTo(source, dialect, map) ?? header?.cwd ?? null,
    copy: dialect.name === "native" ? (header?.forkedFrom === undefined ? 0 : 1) : 2,
    branches: branchesOf(tree, activeLeaf(tree, dialect.leafRule, isIntact)),
  };
}

/** The entry whose line stands at a place; undefined: it is not there any more, or broken. */
export function entryAt(
  source: ByteSource,
  dialect: Dialect,
  { offset, length, version, id }: Place,
): Entry | undefined {
  const value = parseRecord(readRecord(source, { offset, length }));
  if (!isJsonObject(value) || isTooDeep(value)) return undefined;
  const head = headOf(dialect.adopt?.(value) ?? value);
  const own = id ?? head?.id;
  if (head === undefined || own === undefined) return undefined;
  const known = { ...head, id: own, parentId: null, keptId: undefined, version };
  const { entry, problem } = decodeEntry(dialect, known, Buffer.alloc(0), value);
  return problem === undefined ? entry : undefined;
}

/** Where the session was moved to last. */
function movedTo(source: ByteSource, dialect: Dialect, { entries }: LogMap): string | undefined {
  for (const head of entries.toReversed()) {
    if (head.type !== "session_info") continue;
    const { entry, problem } = decodeEntry(dialect, head, readRecord(source, head));
    if (problem === undefined && isEntry(entry, "session_info") && entry.cwd !== undefined) return entry.cwd;
  }
  return undefined;
}

/** Reads the entries that may hold words, in file order, from the entry at `from` on; broken ones are left out. */
export function* readEntries(
  source: ByteSource,
  dialect: Dialect,
  { entries }: Pick<LogMap, "entries">,
  from = 0,
): Generator<{ head: LocatedHead; entry: Entry }> {
  let window: Buffer = Buffer.alloc(0);
  let start = 0;
  for (const head of entries) {
    const { offset, length, type } = head;
    if (offset < from || isAnnotation(type) || SILENT.has(type)) continue;
    if (offset < start || offset + length > start + window.length) {
      window = readRecord(source, { offset, length: Math.max(WINDOW, length) });
      start = offset;
    }
    const bytes = window.subarray(offset - start, offset - start + length);
    const { entry, problem } = decodeEntry(dialect, head, bytes);
    if (problem === undefined) yield { head, entry };
  }
}
