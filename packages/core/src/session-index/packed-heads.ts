import type { LocatedHead } from "../log/log-map.ts";
import { PackedReader, PackedWriter } from "./packed-bytes.ts";

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
];

/** Their places stand in files: only ever add at the end. */
const ROLES = ["user", "assistant", "toolResult", "system"];

/** The place of a word that is not well known. */
const OTHER = 31;
const NO_ROLE = 30;

/** What the third byte of a head tells of it. */
const HAS = { parent: 1, nearParent: 2, time: 4, ids: 8, more: 16, version: 32 };

/** Heads of a log in file order, in about 32 bytes each, and the least and greatest of their ids, packed. */
export interface PackedHeads {
  readonly count: number;
  readonly bytes: Buffer;
  readonly least: Buffer;
  readonly greatest: Buffer;
}

/** What a head is told by: it mostly differs little from the one before. */
type Before = Pick<LocatedHead, "timestamp" | "offset" | "length" | "version">;

const START: Before = { timestamp: "", offset: 0, length: 0, version: 0 };

/** Packs heads so that exactly they come back, without what stands elsewhere. */
export function packHeads(heads: readonly LocatedHead[]): PackedHeads {
  const to = new PackedWriter();
  const places = new Map<string, number>();
  const ids: Range[] = [];
  let before = START;
  for (const [place, head] of heads.entries()) {
    const parent = head.parentId === null ? undefined : places.get(head.parentId);
    const from = to.length;
    to.id(head.id);
    ids.push({ from, end: to.length });
    packHead(to, head, before, parent === undefined ? undefined : place - parent);
    places.set(head.id, place);
    before = head;
  }
  const bytes = Buffer.from(to.bytes());
  let [least, greatest] = [ids[0] ?? NOTHING, NOTHING];
  for (const id of ids) {
    // Ids mostly ascend.
    if (order(bytes, id, greatest) > 0) greatest = id;
    else if (order(bytes, id, least) < 0) least = id;
  }
  const idAt = ({ from, end }: Range): Buffer => bytes.subarray(from, end);
  return { count: heads.length, bytes, least: idAt(least), greatest: idAt(greatest) };
}

interface Range {
  readonly from: number;
  readonly end: number;
}

const NOTHING: Range = { from: 0, end: 0 };

function order(bytes: Buffer, one: Range, other: Range): number {
  return bytes.compare(bytes, other.from, other.end, one.from, one.end);
}

/** An id as it stands in packed heads. */
export function packedId(id: string): Buffer {
  const to = new PackedWriter();
  to.id(id);
  return to.bytes();
}

export function unpackHeads(bytes: Buffer): LocatedHead[] {
  const from = new PackedReader(bytes);
  const heads: LocatedHead[] = [];
  while (!from.done) heads.push(unpackHead(from, heads, heads.at(-1) ?? START));
  return heads;
}

/** @param back how far before it its parent stands; undefined: not among these heads */
function packHead(to: PackedWriter, head: LocatedHead, before: Before, back: number | undefined): void {
  const { type, role, parentId, timestamp, targetId, label, keptId, version } = head;
  const more = targetId !== undefined || label !== undefined || keptId !== undefined;
  packWord(to, TYPES, type);
  if (role === undefined) to.byte(NO_ROLE);
  else packWord(to, ROLES, role);
  to.byte(
    (parentId === null ? 0 : HAS.parent) |
      (back === undefined ? 0 : HAS.nearParent) |
      (timestamp === undefined ? 0 : HAS.time) |
      (head.stated ? HAS.ids : 0) |
      (more ? HAS.more : 0) |
      (version === before.version ? 0 : HAS.version),
  );
  if (back !== undefined) to.count(back);
  else if (parentId !== null) to.id(parentId);
  if (timestamp !== undefined) {
    const same = sameStart(timestamp, before.timestamp ?? "");
    to.count(same);
    to.text(timestamp.slice(same));
  }
  if (more) to.text(JSON.stringify({ targetId, label, keptId }));
  if (version !== before.version) to.text(String(version));
  to.count(head.offset - before.offset - before.length);
  to.count(head.length);
}

function unpackHead(from: PackedReader, heads: readonly LocatedHead[], before: Before): LocatedHead {
  const id = from.id();
  const type = unpackWord(from, TYPES) ?? "";
  const role = unpackWord(from, ROLES);
  const has = from.byte();
  let parentId: string | null = null;
  if (has & HAS.nearParent) parentId = heads.at(-from.count())!.id;
  else if (has & HAS.parent) parentId = from.id();
  const timestamp =
    has & HAS.time ? (before.timestamp ?? "").slice(0, from.count()) + from.text() : undefined;
  const more = has & HAS.more ? (JSON.parse(from.text()) as Partial<LocatedHead>) : {};
  const version = has & HAS.version ? Number(from.text()) : before.version;
  const offset = before.offset + before.length + from.count();
  const length = from.count();
  const { targetId, label, keptId } = more;
  const stated = (has & HAS.ids) > 0;
  return { type, id, parentId, timestamp, role, targetId, label, keptId, offset, length, version, stated };
}

function packWord(to: PackedWriter, known: readonly string[], word: string): void {
  const place = known.indexOf(word);
  to.byte(place < 0 ? OTHER : place);
  if (place < 0) to.text(word);
}

function unpackWord(from: PackedReader, known: readonly string[]): string | undefined {
  const place = from.byte();
  return place === OTHER ? from.text() : known[place];
}

function sameStart(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  return same;
}
