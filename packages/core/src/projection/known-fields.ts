import { isImage, isText, isThinking, isToolCall, toBlocks } from "../format/blocks.ts";
import type { AssistantMessage, Block, Content, Message } from "../format/messages.ts";
import { USAGE_FIELDS } from "../format/usage-fields.ts";

const ASSISTANT_ONLY = [
  "provider",
  "api",
  "model",
  "stopReason",
  "usage",
  "responseId",
  "requestId",
  "errorMessage",
] as const satisfies (keyof AssistantMessage)[];

const RESULT_ONLY = ["toolCallId", "toolName", "isError", "details"];

const USER_FIELDS: ReadonlySet<string> = new Set(["role", "content"]);
const RESULT_FIELDS: ReadonlySet<string> = new Set([...USER_FIELDS, ...RESULT_ONLY]);
const MODEL_FIELDS: ReadonlySet<string> = new Set([...USER_FIELDS, ...ASSISTANT_ONLY]);
const KNOWN_USAGE: ReadonlySet<string> = new Set(USAGE_FIELDS);

const TEXT: ReadonlySet<string> = new Set(["type", "text"]);
const SIGNED_TEXT: ReadonlySet<string> = new Set([...TEXT, "signature"]);
const IMAGE: ReadonlySet<string> = new Set(["type", "mimeType", "data"]);
const THINKING: ReadonlySet<string> = new Set(["type", "thinking", "signature", "redacted"]);
const CALL: ReadonlySet<string> = new Set(["type", "id", "name", "input", "signature"]);

/**
 * A message with the fields and blocks this format defines; nothing else reaches an API. What holds nothing else is
 * not copied, as most messages do not.
 */
export function knownFields(message: Message): Message {
  const { role } = message;
  const content = knownBlocks(message.content, role === "assistant");
  const whole = content === message.content ? message : { ...message, content };
  if (role !== "assistant")
    return only(whole, role === "toolResult" ? RESULT_FIELDS : USER_FIELDS) as Message;
  const known = only(whole, MODEL_FIELDS) as AssistantMessage;
  const usage = known.usage && only(known.usage, KNOWN_USAGE);
  return usage === known.usage ? known : { ...known, usage };
}

function knownBlocks(content: Content, ofModel: boolean): readonly Block[] {
  const blocks = toBlocks(content);
  const known: Block[] = [];
  let same = blocks === content;
  for (const block of blocks) {
    const fields = fieldsOf(block, ofModel);
    const kept = fields && only(block, fields);
    if (kept !== block) same = false;
    if (kept !== undefined) known.push(kept);
  }
  return same ? blocks : known;
}

/** The fields of a block that may stand there: only a model thinks and calls tools, and no API takes images from it. */
function fieldsOf(block: Block, ofModel: boolean): ReadonlySet<string> | undefined {
  if (isText(block)) return ofModel ? SIGNED_TEXT : TEXT;
  if (isImage(block)) return ofModel ? undefined : IMAGE;
  if (!ofModel) return undefined;
  if (isThinking(block)) return THINKING;
  return isToolCall(block) ? CALL : undefined;
}

/** The value without fields of other names, and without those that hold nothing; itself if there are none. */
function only<T extends object>(value: T, fields: ReadonlySet<string>): T {
  for (const key in value) if (!fields.has(key) || value[key] === undefined) return picked(value, fields);
  return value;
}

function picked<T extends object>(value: T, fields: ReadonlySet<string>): T {
  const entries = Object.entries(value).filter(([key, field]) => fields.has(key) && field !== undefined);
  return Object.fromEntries(entries) as T;
}
