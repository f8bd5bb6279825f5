import { createHash } from "node:crypto";
import { encodeEntry } from "../format/encode.ts";
import { newId } from "../format/ids.ts";
import type { Batch, Entry } from "../format/entries.ts";
import { scanEnvelope } from "../format/envelope.ts";
import { isJsonObject } from "../format/json.ts";
import { headOf, type EntryHead } from "../format/head.ts";
import type { Header } from "../format/header.ts";
import type { ByteSource } from "../log/byte-source.ts";
import { parseRecord, type LocatedHead } from "../log/log-map.ts";
import { activeLeaf } from "../tree/active-leaf.ts";
import { Tree } from "../tree/tree.ts";
import { newHeader, unknownFields } from "./new-header.ts";
import { isCurrent } from "./fork-lines.ts";
import type { SessionLog } from "./session-log.ts";

const NEWLINE = Buffer.from("\n");

/** Where an imported session came from. */
export type Origin = NonNullable<Header["origin"]>;

/** What a native session says of the log it was imported from. */
export function originOf(log: SessionLog, source: ByteSource): Origin {
  const bytes = source.size();
  const header = log.header?.value;
  const sha256 = digest(source, bytes);
  const firstEntry = statesId(log) ? log.heads[0]?.id : undefined;
  return {
    dialect: log.dialect.name,
    id: log.id,
    file: source.name,
    sha256,
    bytes,
    ...(firstEntry !== undefined && { firstEntry }),
    ...(header && { header }),
  };
}

/**
 * Whether an agent's session has an id of its own, whatever its file is called. Its bytes are told anew with each
 * change, so then the id tells it, with one entry: two sessions may have come to the same id.
 */
export function statesId(log: SessionLog): boolean {
  return log.dialect.translation !== undefined && log.header !== undefined;
}

/** Whether an import came from this log as it was then: a log only grows, wherever it is moved. */
export function isOrigin(origin: Origin | undefined, log: SessionLog, source: ByteSource): boolean {
  if (origin === undefined || origin.dialect !== log.dialect.name) return false;
  if (statesId(log)) {
    const { id, firstEntry } = origin;
    return id === log.id && (firstEntry === undefined || log.head(firstEntry) !== undefined);
  }
  const { bytes = source.size() } = origin;
  return bytes <= source.size() && origin.sha256 === digest(source, bytes);
}

/**
 * The id of an import: a UUIDv7 of the source's time whose other bits come from its bytes, or from what else tells it.
 * So two processes that import the same session at once make one.
 */
export function importId(origin: Origin, timestamp: string | undefined): string {
  const time = Date.parse(timestamp ?? "");
  const milliseconds = time >= 0 && time < 2 ** 48 ? time : 0;
  const { dialect, id, sha256, firstEntry = sha256 } = origin;
  const hash = createHash("sha256").update(`${dialect}:${id}:${firstEntry}`).digest();
  const bytes = Buffer.concat([Buffer.alloc(6), hash.subarray(0, 10)]);
  bytes.writeUIntBE(milliseconds, 0, 6);
  // Version and variant, RFC 9562.
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** What a copy of a log states anew. */
export interface CopyOf {
  readonly id: string;
  readonly timestamp: string;
  readonly cwd: string;
}

/** The header of a copy of a whole log: it keeps what its source says, and the fields we do not know. */
export function copiedHeader(log: SessionLog, { id, timestamp, cwd }: CopyOf): Header {
  const { name, parentSession, forkedFrom, relation } = log.header ?? {};
  return newHeader({
    ...unknownFields(log.header),
    id,
    timestamp,
    cwd,
    ...(name !== undefined && { name }),
    ...(parentSession !== undefined && { parentSession }),
    // Without it the first entry of a fork would have lost its parent.
    ...(forkedFrom !== undefined && { forkedFrom }),
    ...(relation !== undefined && { relation }),
  });
}

/**
 * The leaf that replaying the lines of an import gives, behind what stands there `before`. It may be another than in the
 * source: there a torn line takes the leaf from no result, here every line is whole; and a lost body tells no role.
 */
export function replayedLeaf(
  log: SessionLog,
  heads: readonly LocatedHead[],
  before: readonly EntryHead[] = [],
): string | null {
  const firstIsRoot = log.header?.forkedFrom !== undefined;
  const written = heads.map((head) => writtenHead(log, head));
  // A second tree would be most of what an import takes.
  const all = log.heads;
  const asIs = written.length === all.length && written.every((head, index) => head === all[index]);
  const tree = asIs ? log.tree : new Tree([...before, ...written], { firstIsRoot });
  return activeLeaf(tree)?.head.id ?? null;
}

/** The head of an entry's line in the import: mostly the same. */
function writtenHead(log: SessionLog, head: LocatedHead): EntryHead {
  const { entry, problem } = log.decode(head);
  const { type } = entry;
  const { role, parentId = null } = headOf({ ...imported(entry, log) }) ?? {};
  const targetId = problem === undefined ? head.targetId : undefined;
  const isSame =
    type === head.type && role === head.role && parentId === head.parentId && targetId === head.targetId;
  return isSame ? head : { ...head, type, parentId, role, targetId };
}

/** The header of the import has another id. */
function imported(entry: Entry, log: SessionLog): Entry {
  return entry.parentId === log.id ? { ...entry, parentId: null } : entry;
}

/**
 * The lines of an import: entries in file order, in native form, with their ids; then, if replaying them behind
 * `leaf` ends elsewhere than the source's own rule, the line that moves the active leaf there.
 * @param batchIn the session in which all of them are one batch; without it they are none
 */
export function* importLines(
  log: SessionLog,
  heads: readonly LocatedHead[],
  leaf: string | null,
  now: Date,
  batchIn?: string,
): Generator<Buffer> {
  const wanted = activeLeaf(log.tree, log.dialect.leafRule, (head) => log.isIntact(head))?.head.id ?? null;
  const batch = batchIn === undefined ? undefined : { session: batchIn, id: newId() };
  const size = heads.length + (wanted === leaf ? 0 : 1);
  let index = 0;
  const marker = (): Batch | undefined => batch && { ...batch, index: index++, size };
  for (const head of heads) yield lineOf(log, head, marker());
  if (wanted === leaf) return;
  const timestamp = now.toISOString();
  yield encode({ type: "leaf", id: newId(), parentId: leaf, timestamp, targetId: wanted }, marker());
}

/** An entry's line in the import: its own bytes where it is one of ours, as numbers and keys may be lost in parsing. */
function lineOf(log: SessionLog, head: LocatedHead, batch: Batch | undefined): Buffer {
  const line = isCurrent(log, head) && head.parentId !== log.id ? log.line(head) : undefined;
  const value = line && parseRecord(line);
  const envelope = line && scanEnvelope(line);
  const isOwn =
    isJsonObject(value) && (batch === undefined || (envelope !== undefined && !("batch" in value)));
  if (line === undefined || !isOwn) return encode(imported(log.decode(head).entry, log), batch);
  if (batch === undefined) return Buffer.concat([line, NEWLINE]);
  const marked = Buffer.from(`,"batch":${JSON.stringify(batch)}`);
  return Buffer.concat([line.subarray(0, envelope!.end), marked, line.subarray(envelope!.end), NEWLINE]);
}

function encode(entry: Entry, batch: Batch | undefined): Buffer {
  return encodeEntry(batch === undefined ? entry : { ...entry, batch });
}

function digest(source: ByteSource, length: number): string {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(1 << 20);
  for (let at = 0; at < length;) {
    const count = source.read(chunk.subarray(0, length - at), at);
    if (count === 0) break;
    hash.update(chunk.subarray(0, count));
    at += count;
  }
  return hash.digest("hex");
}
