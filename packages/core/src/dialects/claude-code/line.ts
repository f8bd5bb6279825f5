import { isToolResult } from "../anthropic/results.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { RecordForm } from "../../format/salvage.ts";

/** A line of Claude Code's, and where it stands in its file. */
export interface Line {
  readonly value: JsonObject;
  readonly offset: number;
  readonly length: number;
}

/** How lines begin, whatever version wrote them. */
const FIRST_KEYS = ["parentUuid", "type", "uuid", "isSidechain", "sessionId", "messageId"];

/** What is looked for in a broken line; what `progress` lines repeat of others has no session of its own. */
export const LINE_FORM: RecordForm = {
  starts: FIRST_KEYS.map((key) => Buffer.from(`{"${key}":`)),
  isRecord: (value) => typeof value["type"] === "string" && typeof value["sessionId"] === "string",
};

/** A field that is a string with something in it. */
export function text(value: JsonObject, key: string): string | undefined {
  const field = value[key];
  return typeof field === "string" && field !== "" ? field : undefined;
}

/** A field that is an object. */
export function object(value: JsonObject, key: string): JsonObject | undefined {
  const field = value[key];
  return isJsonObject(field) ? field : undefined;
}

/** All of an object but what found its place elsewhere. */
export function without(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Whether a line is of the conversation's chain: it has an id and says what it follows. */
export function isChained(value: JsonObject): boolean {
  return text(value, "uuid") !== undefined && ("parentUuid" in value || "isSidechain" in value);
}

/** The blocks of a line's message; a text is one block, and what is no block tells nothing. */
export function blocksOf(value: JsonObject): unknown[] {
  const content = object(value, "message")?.["content"];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? (content as unknown[]) : [];
}

/** What of a line's message is neither its role nor its blocks. */
export function restOfMessage(value: JsonObject): JsonObject {
  const message = object(value, "message")!;
  const isRead = typeof message["content"] === "string" || Array.isArray(message["content"]);
  const taken = [...(isRead ? ["content"] : []), ...(message["role"] === value["type"] ? ["role"] : [])];
  return without(message, ...taken);
}

/** The texts of a line's message. */
export function textsOf(value: JsonObject): string {
  const texts = blocksOf(value).map((block) => (isJsonObject(block) ? (text(block, "text") ?? "") : ""));
  return texts.filter((one) => one !== "").join("\n");
}

/** Whether the agent itself wrote what stands there as an answer. */
export function isSynthetic(value: JsonObject): boolean {
  return object(value, "message")?.["model"] === "<synthetic>";
}

/** Whether a line is (a part of) a model's answer. */
export function isAnswer(value: JsonObject): boolean {
  return value["type"] === "assistant" && object(value, "message") !== undefined && !isSynthetic(value);
}

/** Whether a line says that the context was replaced, its summary being the next line. */
export function isBoundary(value: JsonObject): boolean {
  return value["type"] === "system" && value["subtype"] === "compact_boundary";
}

/**
 * Whether a line is no turn of the conversation: results of calls, and what is noted beside it. Such lines never make a
 * branch, wherever they hang.
 */
export function isAside(value: JsonObject): boolean {
  if (text(value, "uuid") === undefined) return true;
  if (object(value, "message") === undefined) return !isBoundary(value);
  if (value["type"] === "user") return blocksOf(value).some(isToolResult);
  return value["type"] !== "assistant" || (isSynthetic(value) && value["isApiErrorMessage"] !== true);
}
