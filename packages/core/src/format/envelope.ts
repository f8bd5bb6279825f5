import type { Batch } from "./entries.ts";
import { parseJson } from "./json.ts";

/** What stands in the first bytes of a line. */
export interface Envelope {
  readonly type: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly timestamp: string | undefined;
  readonly batch: Batch | undefined;
  /** The role of a message, where it is the message's first key. */
  readonly role: string | undefined;
  /** Where the body starts: the offset in the line behind the envelope's last value. */
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;

/**
 * Reads the envelope of a line without parsing the line: 14 to 27 times faster than `JSON.parse`, and it works on a
 * line whose body is broken. The keys `type`, `id`, `parentId`, `timestamp`, `batch` may stand in any order but must
 * come first. Gives undefined where they do not, or where one has another type: then the line must be parsed.
 */
export function scanEnvelope(line: Buffer): Envelope | undefined {
  return usualEnvelope(line) ?? anyEnvelope(line);
}

/** A string of plain ASCII. */
const TEXT = '"([ !#-[\\]-~]+)"';

/** An envelope as we write it, up to a key that is none of its own. */
const USUAL = new RegExp(
  `^\\{"type":${TEXT},"id":${TEXT},"parentId":(?:null|${TEXT}),"timestamp":${TEXT}` +
    `(?=,"message":\\{"role":${TEXT}|,"(?!message"|batch")|\\})`,
);

/** Where the id starts in a usual envelope whose type has no letters. */
const ID_BEHIND_TYPE = '{"type":"","id":"'.length;

/** No usual envelope is longer. */
const USUAL_LENGTH = 320;

/** Nearly all are so; twice as fast as byte by byte, and in a fresh process, where no loop is compiled yet, ten times. */
function usualEnvelope(line: Buffer): Envelope | undefined {
  const match = USUAL.exec(line.toString("latin1", 0, USUAL_LENGTH));
  if (match === null) return undefined;
  const [whole, type, foundId, parentId = null, foundTime, role] = match;
  // What is kept of an entry is read once more: a part of the match would keep all of it in memory, 330 bytes an entry.
  const [fromId, end] = [ID_BEHIND_TYPE + type!.length, whole.length];
  const id = line.toString("latin1", fromId, fromId + foundId!.length);
  const timestamp = line.toString("latin1", end - 1 - foundTime!.length, end - 1);
  return { type: type!, id, parentId, timestamp, batch: undefined, role, end };
}

function anyEnvelope(line: Buffer): Envelope | undefined {
  const at = new Cursor(line);
  if (!at.take(OPEN)) return undefined;
  let type: string | undefined;
  let id: string | undefined;
  let parentId: string | null | undefined;
  let timestamp: string | undefined;
  let batch: Batch | undefined;
  let role: string | undefined;
  let end = at.position;
  for (;;) {
    const key = at.key();
    if (key === undefined || !at.take(COLON)) break;
    if (key === "type" && type === undefined) type = at.string();
    else if (key === "id" && id === undefined) id = at.string();
    else if (key === "parentId" && parentId === undefined) parentId = at.null() ? null : at.string();
    else if (key === "timestamp" && timestamp === undefined) timestamp = at.string();
    else if (key === "batch" && batch === undefined) batch = at.flatObject() as Batch | undefined;
    else {
      if (key === "message") role = roleAt(at);
      break;
    }
    if (at.failed) return undefined;
    end = at.position;
    if (!at.take(COMMA)) break;
  }
  if (!type || !id || parentId === undefined || parentId === "") return undefined;
  return { type, id, parentId, timestamp, batch, role, end };
}

function roleAt(at: Cursor): string | undefined {
  return at.take(OPEN) && at.key() === "role" && at.take(COLON) ? at.string() : undefined;
}

/** The keys that matter, with their bytes: comparing bytes makes no garbage for every line. */
const KEYS = ["type", "id", "parentId", "timestamp", "message", "role", "batch"].map((name) => ({
  name,
  bytes: Buffer.from(`"${name}"`),
}));

/** Reads JSON tokens from bytes; `failed` says that the last one was not there. */
class Cursor {
  readonly #bytes: Buffer;
  position = 0;
  failed = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(byte: number): boolean {
    this.#skipSpace();
    if (this.#bytes[this.position] !== byte) return false;
    this.position++;
    return true;
  }

  null(): boolean {
    this.#skipSpace();
    if (this.#bytes[this.position] !== 0x6e) return false;
    if (this.#bytes.toString("latin1", this.position, this.position + 4) !== "null") return false;
    this.position += 4;
    return true;
  }

  /** One of the keys that matter; any other key is as good as the end of the envelope. */
  key(): string | undefined {
    this.#skipSpace();
    for (const { name, bytes } of KEYS) {
      if (!this.#startsWith(bytes)) continue;
      this.position += bytes.length;
      return name;
    }
    return undefined;
  }

  string(): string | undefined {
    this.failed = true;
    if (!this.take(QUOTE)) return undefined;
    const bytes = this.#bytes;
    const start = this.position;
    let plain = true;
    let index = start;
    for (; index < bytes.length; index++) {
      const byte = bytes[index]!;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) index++;
      if (byte === BACKSLASH || byte > 0x7e || byte < 0x20) plain = false;
    }
    if (index >= bytes.length) return undefined;
    this.position = index + 1;
    if (plain) {
      this.failed = false;
      return bytes.toString("latin1", start, index);
    }
    const parsed = parseJson(bytes.toString("utf8", start - 1, index + 1));
    this.failed = typeof parsed !== "string";
    return this.failed ? undefined : (parsed as string);
  }

  flatObject(): unknown {
    this.failed = true;
    this.#skipSpace();
    const end = this.#bytes.indexOf(CLOSE, this.position);
    if (end < 0) return undefined;
    const parsed = parseJson(this.#bytes.toString("utf8", this.position, end + 1));
    this.failed = typeof parsed !== "object" || parsed === null;
    this.position = end + 1;
    return parsed;
  }

  #startsWith(bytes: Buffer): boolean {
    for (let index = 0; index < bytes.length; index++) {
      if (this.#bytes[this.position + index] !== bytes[index]) return false;
    }
    return true;
  }

  #skipSpace(): void {
    let byte = this.#bytes[this.position];
    while (byte === 0x20 || byte === 0x09 || byte === 0x0d) byte = this.#bytes[++this.position];
  }
}
