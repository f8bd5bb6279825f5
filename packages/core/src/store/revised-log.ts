import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { encodeEntry, encodeHeader } from "../format/encode.ts";
import type { Entry } from "../format/entries.ts";
import type { JsonObject } from "../format/json.ts";
import { Redactor } from "../format/redact.ts";
import { Spool } from "../log/spool.ts";
import { SessionLog } from "./session-log.ts";

/** Fields that name another entry. */
const NAMES = ["parentId", "targetId", "firstKeptEntryId", "fromId"];

/** An id has at most 128 characters. */
const ROOM = 119;

/**
 * A session that is told anew, as it goes on in its import: an entry that says something else than it did when it was
 * imported (an answer that was still being written) has another id here, and what stands below it, too. So the import
 * keeps its lines, and gets the new ones beside them. Gives the log itself if there is nothing of that.
 */
export function revisedLog(log: SessionLog, own: SessionLog): { log: SessionLog; close: () => void } {
  const ids = new Map<unknown, string>();
  const spool = new Spool();
  if (log.header !== undefined) spool.write(encodeHeader(log.header.value));
  for (const head of log.heads) {
    const { entry } = log.decode(head);
    const renamed = withIds(entry.parentId === log.id ? { ...entry, parentId: null } : entry, ids);
    const before = own.head(entry.id);
    if (before !== undefined && !isSaid(own.decode(before).entry, renamed)) {
      const id = `${entry.id.slice(0, ROOM)}~${digest(renamed)}`;
      ids.set(entry.id, id);
      spool.write(encodeEntry({ ...renamed, id }));
    } else spool.write(encodeEntry(renamed));
  }
  if (ids.size === 0) {
    spool.close();
    return { log, close: () => undefined };
  }
  const source = {
    name: "the revised session",
    size: () => spool.size,
    read: (target: Uint8Array, position: number) => spool.read(target, position),
  };
  return { log: new SessionLog(source, log.dialect, log.id), close: () => spool.close() };
}

function withIds(entry: Entry, ids: ReadonlyMap<unknown, string>): Entry {
  const named = NAMES.filter((name) => ids.has((entry as JsonObject)[name]));
  const renamed = named.map((name) => [name, ids.get((entry as JsonObject)[name])]);
  return { ...entry, ...Object.fromEntries(renamed) } as Entry;
}

/** Whether an import says this already, be it with markers in place of keys and tokens. */
function isSaid(imported: Entry, told: Entry): boolean {
  return isSame(imported, told) || isSame(imported, new Redactor().value(told));
}

/** The import's lines may be marked as a batch. */
function isSame(one: Entry, other: Entry): boolean {
  return isDeepStrictEqual({ ...one, batch: undefined }, { ...other, batch: undefined });
}

function digest(entry: Entry): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("hex").slice(0, 8);
}
