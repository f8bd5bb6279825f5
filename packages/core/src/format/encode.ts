import type { JsonObject } from "./json.ts";

/** The order in which the envelope is written, so that it stands in a line's first bytes. */
const ENVELOPE = inJson(["type", "id", "parentId", "timestamp", "batch"]);

/** The order of a header's first keys. */
const HEADER = inJson(["type", "format", "version", "id", "timestamp", "cwd"]);

/**
 * One line of a log, with its newline: the envelope first, the other keys in their own order.
 * @throws RangeError or TypeError if the value is too deep or cyclic.
 */
export function encodeEntry(entry: JsonObject): Buffer {
  return encodeOrdered(entry, ENVELOPE);
}

/** The first line of a log, with its newline. */
export function encodeHeader(header: JsonObject): Buffer {
  return encodeOrdered(header, HEADER);
}

function encodeOrdered(value: JsonObject, order: ReadonlyMap<string, string>): Buffer {
  // At once where it can be: a third faster.
  if (isInOrder(value, order)) return Buffer.from(`${JSON.stringify(value)}\n`, "utf8");
  let pairs = "";
  for (const [key, json] of order) pairs += pair(json, value[key]);
  // Object.keys and pairs by hand, so that an own `__proto__` key survives.
  for (const key of Object.keys(value)) if (!order.has(key)) pairs += pair(JSON.stringify(key), value[key]);
  return Buffer.from(`{${pairs.slice(1)}}\n`, "utf8");
}

function isInOrder(value: JsonObject, order: ReadonlyMap<string, string>): boolean {
  const keys = order.keys();
  for (const key in value) {
    const { value: next, done } = keys.next();
    if (done === true) return typeof value["toJSON"] !== "function";
    if (key !== next) return false;
  }
  return keys.next().done === true;
}

function pair(key: string, value: unknown): string {
  const json = value === undefined ? undefined : (JSON.stringify(value) as string | undefined);
  return json === undefined ? "" : `,${key}:${json}`;
}

function inJson(keys: readonly string[]): ReadonlyMap<string, string> {
  return new Map(keys.map((key) => [key, JSON.stringify(key)]));
}
