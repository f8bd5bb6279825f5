import { createHash, randomFillSync } from "node:crypto";
import { V7Generator } from "uuidv7";

/** Random numbers for many ids at once: asking for those of each id takes two thirds of the time that an id does. */
const random = new Uint32Array(256);
let used = random.length;

const ids = new V7Generator({
  nextUint32() {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    return random[used++]!;
  },
});

/** A new id, UUIDv7: later ids of one process sort after earlier ones. */
export function newId(): string {
  return ids.generate().toString();
}

/** The UUID that a text stands for: always the same one, and for no other text (RFC 9562, version 8). */
export function uuidOf(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether an id is a UUIDv7: those sort by the time in which they were made. */
export function isUuidV7(id: string): boolean {
  return UUID_V7.test(id);
}

const SESSION_ID = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;

/** Names that Windows gives to devices, whatever their extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Whether `id` may name a session: it becomes a file name, so only characters safe on every system. */
export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id) && !DEVICE_NAME.test(id);
}

/** The name of a blob: SHA-256 of its bytes, in lower-case hex. It becomes a file name, so nothing else may. */
export const BLOB_NAME = /^[0-9a-f]{64}$/;

/** The longest entry id, in UTF-16 code units. */
export const MAX_ENTRY_ID = 128;

/** Whether `value` may be the id of an entry: any non-empty string up to {@link MAX_ENTRY_ID}. It never becomes a path. */
export function isEntryId(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= MAX_ENTRY_ID;
}
