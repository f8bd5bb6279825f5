import { isJsonObject, type JsonObject } from "../format/json.ts";
import type { AssistantMessage, Block } from "../format/messages.ts";

/** What an answer of an API says, in the format's terms. */
export interface AnswerParts {
  readonly content: Block[];
  readonly stopReason?: AssistantMessage["stopReason"];
  readonly errorMessage?: string | undefined;
  /** The object in which the API tells of usage. */
  readonly usage?: unknown;
  readonly responseId?: string | undefined;
  readonly requestId?: string | undefined;
}

/** A field that is an object; empty for anything else. */
export function objectIn(value: JsonObject, key: string): JsonObject {
  const field = value[key];
  return isJsonObject(field) ? field : {};
}

/** The objects of a field that is a list. */
export function objectsIn(value: JsonObject, key: string): JsonObject[] {
  const field = value[key];
  return Array.isArray(field) ? field.filter(isJsonObject) : [];
}

/** A field that is a string and says something. */
export function textIn(value: JsonObject, key: string): string | undefined {
  const field = value[key];
  return typeof field === "string" && field !== "" ? field : undefined;
}

/** A call's input from JSON text; text that is none is kept, so that nothing of it is lost. */
export function inputFrom(text: unknown): unknown {
  if (typeof text !== "string") return text ?? {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
