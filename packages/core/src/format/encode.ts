import type { JsonObject } from "./json.ts";

/** The order in which the envelope is written, so that it stands in a line's first bytes. */
const ENVELOPE = ["type", "id", "parentId", "timestamp", "batch"] as const;

/** The order of a header's first keys. */
const HEADER = ["type", "format", "version", "id", "timestamp", "cwd"] as const;

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

function encodeOrdered(value: JsonObject, order: readonly string[]): Buffer {
  const pairs: string[] = [];
  for (const key of order) pushPair(pairs, key, value[key]);
  // Object.keys and pairs by hand, so that an own `__proto__` key survives.
  for (const key of Object.keys(value)) if (!order.includes(key)) pushPair(pairs, key, value[key]);
  return Buffer.from(`{${pairs.join(",")}}\n`, "utf8");
}

function pushPair(pairs: string[], key: string, value: unknown): void {
  const json = JSON.stringify(value) as string | undefined;
  if (json !== undefined) pairs.push(`${JSON.stringify(key)}:${json}`);
}
