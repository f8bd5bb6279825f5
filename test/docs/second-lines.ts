/** The lines of a log, as docs/format.md tells to read them. */
export type Json = { [key: string]: unknown };

export interface Part {
  readonly offset: number;
  readonly length: number;
  readonly kind: "entry" | "header" | "other" | "broken";
  /** What the envelope says, over what the value says. */
  readonly stated: Json;
  /** undefined: no JSON. */
  readonly value: unknown;
}

export const ANNOTATIONS = new Set(["label", "session_info", "tag", "archive", "upgrade", "leaf"]);
const KEYS = /^[ \t\r]*"(type|id|parentId|timestamp|batch)"[ \t\r]*:[ \t\r]*/;
const TEXT = /^"(?:[^"\\\n]|\\.)*"/s;

export function partsOfLine(line: Buffer, offset: number): Part[] {
  if (isBlank(line)) return [];
  const value = parse(line);
  const envelope = envelopeOf(line);
  if (envelope !== undefined && isPlain(line, envelope)) {
    return [{ offset, length: line.length, kind: "entry", stated: envelope.stated, value }];
  }
  if (value !== undefined) return [partOf(value, offset, line.length)];
  const parts: Part[] = [];
  let from = 0;
  for (const record of records(line)) {
    parts.push(...restOf(line.subarray(from, record.start), offset + from));
    parts.push(partOf(record.value, offset + record.start, record.end - record.start));
    from = record.end;
  }
  parts.push(...restOf(line.subarray(from), offset + from));
  return parts;
}

function restOf(bytes: Buffer, offset: number): Part[] {
  return isBlank(bytes) ? [] : [partOfRest(bytes, offset)];
}

function partOfRest(bytes: Buffer, offset: number): Part {
  const envelope = envelopeOf(bytes);
  const kind = envelope === undefined ? "broken" : "entry";
  return { offset, length: bytes.length, kind, stated: envelope?.stated ?? {}, value: parse(bytes) };
}

function partOf(value: unknown, offset: number, length: number): Part {
  const stated = isObject(value) ? value : {};
  const { type } = stated;
  const isEntry = typeof type === "string" && type !== "";
  const kind = type === "session" ? "header" : isEntry ? "entry" : "other";
  return { offset, length, kind, stated, value };
}

function isPlain(line: Buffer, { stated, end }: Envelope): boolean {
  const type = String(stated["type"]);
  if (ANNOTATIONS.has(type) || ["compaction", "context_edit", "session"].includes(type)) return false;
  if (type === "message" && roleOf(stated) === undefined) return false;
  return line.indexOf('"parentId":', end) < 0;
}

function records(line: Buffer): { start: number; end: number; value: Json }[] {
  const starts: number[] = [];
  for (
    let at = line.indexOf('{"type":');
    at >= 0 && starts.length < 256;
    at = line.indexOf('{"type":', at + 1)
  )
    starts.push(at);
  const found: { start: number; end: number; value: Json }[] = [];
  for (const start of starts) {
    if (start < (found.at(-1)?.end ?? 0)) continue;
    for (const end of [...starts.filter((at) => at > start && line[at - 1] === 0x7d), line.length]) {
      const value = parse(line.subarray(start, end));
      if (!isObject(value) || !("parentId" in value || value["type"] === "session")) continue;
      found.push({ start, end, value });
      break;
    }
  }
  return found;
}

interface Envelope {
  readonly stated: Json;
  readonly end: number;
}

/** In latin1, a character is a byte. */
function envelopeOf(line: Buffer): Envelope | undefined {
  const text = line.toString("latin1");
  const stated: Json = {};
  let at = /^[ \t\r]*\{/.exec(text)?.[0].length ?? 0;
  if (at === 0) return undefined;
  let end = at;
  for (;;) {
    const [before, key] = KEYS.exec(text.slice(at)) ?? [];
    if (before === undefined || key === undefined || Object.hasOwn(stated, key)) break;
    at += before.length;
    const raw = rawValue(text.slice(at), key);
    const value = raw === undefined ? undefined : parse(Buffer.from(raw, "latin1"));
    if (raw === undefined || value === undefined) return undefined;
    stated[key] = value;
    at += raw.length;
    end = at;
    const comma = /^[ \t\r]*,/.exec(text.slice(at));
    if (comma === null) break;
    at += comma[0].length;
  }
  const { type, id, parentId } = stated;
  if (typeof type !== "string" || type === "" || !isId(id)) return undefined;
  if (parentId !== null && !isId(parentId)) return undefined;
  const role = /^[ \t\r]*"message"[ \t\r]*:[ \t\r]*\{[ \t\r]*"role"[ \t\r]*:[ \t\r]*/.exec(text.slice(at));
  const roleText = role === null ? undefined : TEXT.exec(text.slice(at + role[0].length))?.[0];
  const roleValue = roleText === undefined ? undefined : parse(Buffer.from(roleText, "latin1"));
  if (typeof roleValue === "string") stated["message"] = { role: roleValue };
  return { stated, end };
}

function rawValue(text: string, key: string): string | undefined {
  if (key === "parentId" && text.startsWith("null")) return "null";
  if (key !== "batch") return TEXT.exec(text)?.[0];
  const close = text.indexOf("}");
  return close < 0 ? undefined : text.slice(0, close + 1);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 128;
}

export function problemOf({ id, parentId }: Json): boolean {
  return (id !== undefined && !isId(id)) || (parentId !== undefined && parentId !== null && !isId(parentId));
}

export function roleOf({ message }: Json): unknown {
  return isObject(message) && typeof message["role"] === "string" ? message["role"] : undefined;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

export function isNul(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/** The same value, apart from `batch` and the order of keys. */
export function sameValue(one: unknown, other: unknown): boolean {
  return sorted(one, true) === sorted(other, true);
}

function sorted(value: unknown, isLine = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => sorted(item)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "none";
  const keys = Object.keys(value).filter((key) => !isLine || key !== "batch");
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${sorted(value[key])}`)
    .join()}}`;
}
