import { isEntryId } from "./ids.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import { STOP_REASONS } from "./messages.ts";
import { USAGE_FIELDS } from "./usage-fields.ts";

/**
 * Whether a value is an entry of the most frequent types as nearly all are: it fits the schema for sure. Opening a
 * session so needs no schema: making one and its first check cost more than reading a context of 200 entries.
 */
export function isPlainEntry(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { type, id, parentId, timestamp, batch } = value;
  if (!isEntryId(id) || (parentId !== null && !isEntryId(parentId))) return false;
  if (typeof timestamp !== "string" || batch !== undefined) return false;
  switch (type) {
    case "message":
      return isPlainMessage(value["message"]);
    case "compaction":
      return isPlainCompaction(value);
    case "leaf":
      return value["targetId"] === null || isEntryId(value["targetId"]);
    case "label":
      return isEntryId(value["targetId"]) && (value["label"] === null || isText(value["label"]));
    case "model_change":
      return isText(value["model"]) && isTextOrNone(value["provider"]);
    default:
      return false;
  }
}

function isPlainCompaction(value: JsonObject): boolean {
  const { summary, messages, firstKeptEntryId, state, written, tokensBefore, usage } = value;
  return (
    isText(summary) &&
    messages === undefined &&
    isTextOrNone(firstKeptEntryId ?? undefined) &&
    (state === undefined || isPlainState(state)) &&
    (written === undefined || isPlainMark(written)) &&
    isCountOrNone(tokensBefore) &&
    (usage === undefined || isPlainUsage(usage))
  );
}

function isPlainState(state: unknown): boolean {
  if (!isJsonObject(state)) return false;
  const { model, thinkingLevel, queue = [], system = [] } = state;
  return (
    (model === undefined || model === null || isPlainModel(model)) &&
    isTextOrNone(thinkingLevel ?? undefined) &&
    Array.isArray(queue) &&
    queue.every(isPlainContent) &&
    Array.isArray(system) &&
    system.every(isPlainMessage)
  );
}

function isPlainModel(model: unknown): boolean {
  return isJsonObject(model) && isText(model["model"]) && isTextOrNone(model["provider"]);
}

function isPlainMark(mark: unknown): boolean {
  if (!isJsonObject(mark)) return false;
  const { offset, version } = mark;
  return (
    isCountOrNone(offset) &&
    Number.isSafeInteger(offset) &&
    Number.isSafeInteger(version) &&
    Number(version) > 0
  );
}

function isPlainMessage(message: unknown): boolean {
  if (!isJsonObject(message) || !isPlainContent(message["content"])) return false;
  switch (message["role"]) {
    case "system":
    case "user":
      return true;
    case "assistant":
      return isPlainAnswer(message);
    case "toolResult":
      return isPlainResult(message);
    default:
      return false;
  }
}

function isPlainContent(content: unknown): boolean {
  return typeof content === "string" || (Array.isArray(content) && content.every(isPlainBlock));
}

function isPlainBlock(block: unknown): boolean {
  if (!isJsonObject(block) || !isTextOrNone(block["signature"])) return false;
  switch (block["type"]) {
    case "text":
      return isText(block["text"]);
    case "image":
      return isText(block["mimeType"]) && isText(block["data"]);
    case "thinking":
      return isText(block["thinking"]) && block["redacted"] === undefined;
    case "toolCall":
      return isText(block["id"]) && isText(block["name"]) && "input" in block;
    default:
      return false;
  }
}

function isPlainAnswer(message: JsonObject): boolean {
  const { stopReason, usage, provider, api, model, responseId, requestId, errorMessage } = message;
  if (stopReason !== undefined && !STOP_REASONS.some((reason) => reason === stopReason)) return false;
  return (
    (usage === undefined || isPlainUsage(usage)) &&
    isTextOrNone(provider) &&
    isTextOrNone(api) &&
    isTextOrNone(model) &&
    isTextOrNone(responseId) &&
    isTextOrNone(requestId) &&
    isTextOrNone(errorMessage)
  );
}

function isPlainUsage(usage: unknown): boolean {
  return isJsonObject(usage) && USAGE_FIELDS.every((field) => isCountOrNone(usage[field]));
}

function isPlainResult({ toolCallId, toolName, isError }: JsonObject): boolean {
  return (
    isText(toolCallId) && isTextOrNone(toolName) && (isError === undefined || typeof isError === "boolean")
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isCountOrNone(value: unknown): boolean {
  return value === undefined || (typeof value === "number" && Number.isFinite(value) && value >= 0);
}
