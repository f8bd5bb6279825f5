/** A value as `JSON.parse` gives it. */
export type JsonObject = { [key: string]: unknown };

/** Whether `value` is a JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
