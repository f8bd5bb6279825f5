import { isTooDeep } from "../../format/depth.ts";
import { isJsonObject, type JsonObject, parseObject } from "../../format/json.ts";

/** A field that is an object; empty for anything else. */
export function objectAt(value: JsonObject, key: string): JsonObject {
  const field = value[key];
  return isJsonObject(field) ? field : {};
}

/** A field that is a text and says something. */
export function textAt(value: JsonObject, key: string): string | undefined {
  const field = value[key];
  return typeof field === "string" && field !== "" ? field : undefined;
}

/** Milliseconds since 1970 as ISO 8601; "" if they are none. */
export function isoTime(milliseconds: unknown): string {
  if (typeof milliseconds !== "number") return "";
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

/** The object that a stored JSON text says; undefined for anything else, and for what is nested too deep. */
export function objectFrom(text: string): JsonObject | undefined {
  const value = parseObject(text);
  return isTooDeep(value) ? undefined : value;
}
