import { isJsonObject, type JsonObject } from "../format/json.ts";

/** The object that a text is the JSON of, if it is one. */
export function jsonObjectOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
