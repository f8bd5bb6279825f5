import type { JsonObject } from "../../format/json.ts";

/** What of an object was not read, as a field of the name `rest`; nothing, if all of it was. */
export function leftOver(value: JsonObject, read: readonly string[], rest: string): JsonObject {
  const left = Object.entries(value).filter(([key]) => !read.includes(key));
  return left.length === 0 ? {} : { [rest]: Object.fromEntries(left) };
}

/** A text that names something: an empty one does not. */
export function named(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
