import { isAnnotation } from "../format/entry-kinds.ts";
import type { LocatedHead } from "../log/log-map.ts";
import {
  packId,
  packText,
  packTime,
  packWord,
  unpackId,
  unpackText,
  unpackTime,
  unpackWord,
  type Packed,
} from "./pack-text.ts";

/** A row of `entries`. */
export interface EntryRow {
  readonly id: Packed;
  readonly parent: Packed | number | null;
  readonly type: Packed | number;
  readonly role: Packed | number | null;
  readonly time: Packed | number | null;
  readonly target: Packed | number | null;
  readonly label: Packed | number | null;
  readonly kept: Packed | number | null;
  readonly offset: number;
  readonly length: number;
  readonly version: number;
  readonly stated: number;
}

/** Their places stand in files: only ever add at the end. */
const TYPES = [
  "message",
  "model_change",
  "thinking_level_change",
  "compaction",
  "branch_summary",
  "context_edit",
  "custom",
  "custom_message",
  "usage",
  "queue",
  "label",
  "session_info",
  "tag",
  "archive",
  "upgrade",
  "leaf",
] as const;

/** The places of the types that are no nodes. */
export const ANNOTATION_PLACES = TYPES.flatMap((type, place) => (isAnnotation(type) ? [place] : []));

/** Their places stand in files: only ever add at the end. */
const ROLES = ["user", "assistant", "toolResult", "system"] as const;

/** What stands for a null that a line states, where NULL means that it states nothing. */
const STATED_NULL = 0;

/** @param seqOf the place of an entry that is already known */
export function entryRow(head: LocatedHead, seqOf: (id: string) => number | undefined): EntryRow {
  const { id, parentId, type, role, timestamp, targetId, label, keptId, offset, length, version, stated } =
    head;
  return {
    id: packId(id),
    parent: parentId === null ? null : (seqOf(parentId) ?? packId(parentId)),
    type: packWord(type, TYPES),
    role: role === undefined ? null : packWord(role, ROLES),
    time: timestamp === undefined ? null : packTime(timestamp),
    target: packOptional(targetId, packId),
    label: packOptional(label, packText),
    kept: packOptional(keptId, packId),
    offset,
    length,
    version,
    stated: stated ? 1 : 0,
  };
}

/** An entry's row, with the id that stands for a parent's place. */
export interface FoundRow extends EntryRow {
  readonly parentId: Packed | null;
}

export function headOfRow(row: FoundRow): LocatedHead {
  return {
    type: unpackWord(row.type, TYPES),
    id: unpackId(row.id),
    parentId: parentOf(row),
    timestamp: row.time === null ? undefined : unpackTime(row.time),
    role: row.role === null ? undefined : unpackWord(row.role, ROLES),
    targetId: unpackOptional(row.target, unpackId),
    label: unpackOptional(row.label, unpackText),
    keptId: unpackOptional(row.kept, unpackId),
    offset: row.offset,
    length: row.length,
    version: row.version,
    stated: row.stated === 1,
  };
}

function parentOf({ parent, parentId }: FoundRow): string | null {
  if (parent === null) return null;
  if (typeof parent !== "number") return unpackId(parent);
  return parentId === null ? null : unpackId(parentId);
}

function packOptional(
  text: string | null | undefined,
  pack: (text: string) => Packed,
): Packed | number | null {
  if (text === undefined) return null;
  return text === null ? STATED_NULL : pack(text);
}

function unpackOptional(
  packed: Packed | number | null,
  unpack: (packed: Packed) => string,
): string | null | undefined {
  if (packed === null) return undefined;
  return typeof packed === "number" ? null : unpack(packed);
}
