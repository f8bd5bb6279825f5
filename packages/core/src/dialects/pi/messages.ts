import type { JsonObject } from "../../format/json.ts";
import { STOP_REASONS } from "../../format/messages.ts";
import { content } from "./content.ts";
import { flag, oneOf, text } from "./fields.ts";
import { systemMessage } from "./system-message.ts";
import { mapping, translate } from "./translate.ts";
import { usage } from "./usage.ts";

const USER = mapping({ content });

const ASSISTANT = mapping({
  content,
  provider: text,
  api: text,
  model: text,
  stopReason: oneOf(STOP_REASONS),
  usage,
  responseId: text,
  requestId: text,
  errorMessage: text,
});

const TOOL_RESULT = mapping({ content, toolCallId: text, toolName: text, isError: flag });

/** The roles that both formats have, and how a message of that role becomes ours. */
export const messageReaders: ReadonlyMap<string, (message: JsonObject) => JsonObject> = new Map([
  ["system", systemMessage],
  ["user", (message) => ({ content: [], ...translate(message, USER) })],
  ["assistant", (message) => ({ content: [], ...translate(message, ASSISTANT) })],
  ["toolResult", (message) => ({ content: [], ...translate(message, TOOL_RESULT) })],
]);
