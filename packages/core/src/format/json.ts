/** A value as `JSON.parse` gives it. */
export type JsonObject = { [key: string]: unknown };

/** Whether `value` is a JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value that a JSON text says; undefined if it says none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The object that a JSON text says; undefined for anything else. */
export function parseObject(text: string): JsonRecord | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? (value as JsonRecord) : undefined;
}

/** What JSON can say. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonRecord;

/** A JSON object whose values are known to be JSON too. */
export interface JsonRecord {
  [key: string]: JsonValue;
}
