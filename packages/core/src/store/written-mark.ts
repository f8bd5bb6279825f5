import { isEntry } from "../format/entry-kinds.ts";
import type { Entry, Written } from "../format/entries.ts";
import { FORMAT_VERSION } from "../format/header.ts";
import { decodeEntry } from "../log/decode-entry.ts";
import { native } from "../dialects/native.ts";
import type { ByteSource } from "../log/byte-source.ts";
import type { LogEnd } from "../log/log-end.ts";
import { readRecord, WholeLogNeeded, type LocatedHead } from "../log/log-map.ts";
import { isEdit } from "../projection/edits.ts";
import type { PathEntry } from "../projection/types.ts";
import { contextNodes } from "./context-nodes.ts";
import type { SessionLog } from "./session-log.ts";

/**
 * The mark of a compaction that is written behind a path, at the end of what was read of the log: whoever finds it there
 * need not read what it does not keep. None where something before could still change what comes.
 */
export function writtenMark(log: SessionLog, path: readonly PathEntry[]): Written | undefined {
  if (log.version !== FORMAT_VERSION) return undefined;
  const onPath = new Set(path.map(({ entry }) => entry.id));
  const passed = new Set<string>();
  for (const item of path) {
    if (item.gap === true) return undefined;
    passed.add(item.entry.id);
    if (!isEdit(item) || passed.has(item.entry.targetId)) continue;
    if (onPath.has(item.entry.targetId) || !standsBefore(log, item.entry)) return undefined;
  }
  return { offset: log.position, version: log.version };
}

/** Whether the target of an edit stands in the log before the edit. */
function standsBefore(log: SessionLog, { id, targetId }: Entry & { readonly targetId: string }): boolean {
  const target = log.head(targetId);
  return target !== undefined && target.offset < log.head(id)!.offset;
}

/** Whether the end of a log, which is all that was read, tells its context: its compaction stands where it was written. */
export function provesContext(end: LogEnd, source: ByteSource): boolean {
  let proven = false;
  const readCompaction = (head: LocatedHead): { entry: Entry } => {
    const { entry, problem } = decodeEntry(native, head, readRecord(source, head));
    if (problem !== undefined) throw new WholeLogNeeded();
    proven = isInPlace(head, entry);
    return { entry };
  };
  try {
    const { leaf } = end;
    if (leaf === null) return false;
    contextNodes(end, leaf.id, readCompaction);
    return proven;
  } catch (error) {
    if (error instanceof WholeLogNeeded) return false;
    throw error;
  }
}

function isInPlace({ offset }: LocatedHead, entry: Entry): boolean {
  if (!isEntry(entry, "compaction")) return false;
  return entry.written?.offset === offset && entry.written.version === FORMAT_VERSION;
}
