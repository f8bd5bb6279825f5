import { isJsonObject, parseObject, type JsonRecord, type JsonValue } from "../../format/json.ts";

/**
 * A call's input as an object, which is all that APIs take: a string that holds one is read, anything else is wrapped,
 * as the model should see what it once sent.
 */
export function objectInput(input: unknown): JsonRecord {
  if (isJsonObject(input)) return input as JsonRecord;
  const parsed = typeof input === "string" ? parseObject(input) : undefined;
  return parsed ?? { rawInvalidInput: (input ?? null) as JsonValue };
}

/** Whether an input has to be wrapped. */
export function isWrapped(input: unknown): boolean {
  return !isJsonObject(input) && (typeof input !== "string" || parseObject(input) === undefined);
}

/** A call's input as JSON text, where the API takes that: text that is an object already goes as it is. */
export function textInput(input: unknown): string {
  if (typeof input === "string" && parseObject(input) !== undefined) return input;
  return JSON.stringify(objectInput(input));
}
