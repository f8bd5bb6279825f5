import { isImage, isText, isThinking, isToolCall, toBlocks } from "../format/blocks.ts";
import type { AssistantMessage, Block, Content, Message, Role } from "../format/messages.ts";
import { USAGE_FIELDS } from "../format/usage-fields.ts";

const ASSISTANT_FIELDS = [
  "provider",
  "api",
  "model",
  "stopReason",
  "usage",
  "responseId",
  "requestId",
  "errorMessage",
] as const satisfies (keyof AssistantMessage)[];

const RESULT_FIELDS = ["toolCallId", "toolName", "isError", "details"] as const;

/** A message with the fields and blocks this format defines, in a fixed order; nothing else reaches an API. */
export function knownFields(message: Message): Message {
  const { role } = message;
  const content = knownBlocks(message.content, role);
  if (role === "toolResult") return { role, content, ...pick(message, RESULT_FIELDS) };
  if (role !== "assistant") return { role, content };
  const fields = pick(message, ASSISTANT_FIELDS);
  if (fields.usage !== undefined) fields.usage = pick(fields.usage, USAGE_FIELDS);
  return { role, content, ...fields };
}

function knownBlocks(content: Content, role: Role): Block[] {
  const known: Block[] = [];
  for (const block of toBlocks(content)) {
    const fields = fieldsOf(block, role === "assistant");
    if (fields !== undefined) known.push(pick(block, fields) as Block);
  }
  return known;
}

/** The fields of a block that may stand there; only a model thinks and calls tools. */
function fieldsOf(block: Block, ofModel: boolean): string[] | undefined {
  if (isText(block)) return ["type", "text"];
  if (isImage(block)) return ["type", "mimeType", "data"];
  if (ofModel && isThinking(block)) return ["type", "thinking", "signature", "redacted"];
  if (ofModel && isToolCall(block)) return ["type", "id", "name", "input"];
  return undefined;
}

function pick<T extends object, K extends keyof T>(source: T, keys: readonly K[]): Pick<T, K> {
  const picked: Partial<T> = {};
  for (const key of keys) if (source[key] !== undefined) picked[key] = source[key];
  return picked as Pick<T, K>;
}
