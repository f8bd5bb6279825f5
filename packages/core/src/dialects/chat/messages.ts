import { toBlocks } from "../../format/blocks.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { AssistantMessage, Message, ToolResultMessage } from "../../format/messages.ts";
import { readUsage } from "../../usage/read-usage.ts";
import type { ChatCalls } from "./calls.ts";
import { chatContent } from "./content.ts";
import { leftOver, named } from "./fields.ts";

const ROLES: Readonly<Record<string, Message["role"]>> = {
  system: "system",
  developer: "system",
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  tool: "toolResult",
  function: "toolResult",
};

const STOPS: Readonly<Record<string, NonNullable<AssistantMessage["stopReason"]>>> = {
  stop: "stop",
  length: "length",
  tool_calls: "toolUse",
  function_call: "toolUse",
};

/** Whether an object is a message of a chat API, or of those who speak its language. */
export function isChatMessage({ role }: JsonObject): boolean {
  return typeof role === "string" && Object.hasOwn(ROLES, role);
}

/**
 * Such a message in our form: as two, where the result of a call stands beside a text. What has no field of ours, and
 * a field that is not what it should be, stays in a field of the name `rest`. `time` is the key that its time is read
 * from.
 */
export function readChatMessage(value: JsonObject, calls: ChatCalls, rest: string, time?: string): Message[] {
  const own = String(value["role"]);
  const role = ROLES[own] ?? "user";
  const read = ["content", ...(own === role || own === "tool" ? ["role"] : []), ...(time ? [time] : [])];
  const keep = (more: readonly string[]): JsonObject => leftOver(value, [...read, ...more], rest);
  if (role === "assistant") return [{ ...answer(value, calls, rest), ...keep(readOfAnswer(value)) }];
  if (role === "toolResult") return [{ ...result(value, calls, rest), ...keep(RESULT_KEYS) }];
  const content = chatContent(value["content"], rest);
  const { tool_result: told } = value;
  if (told === undefined || told === null) return [{ role, content, ...keep([]) }];
  const outcome = { ...result(value, calls, rest), ...keep(RESULT_KEYS) };
  const silent = toBlocks(content).every((block) => block.type === "text" && block["text"] === "");
  return silent ? [outcome] : [outcome, { role, content }];
}

function answer(value: JsonObject, calls: ChatCalls, rest: string): AssistantMessage {
  const { finish_reason: stop, usage } = value;
  const model = named(value["model"]);
  const thinking = named(value["reasoning_content"]) ?? named(value["reasoning"]);
  const refusal = named(value["refusal"]);
  const made = calls.callsOf(value, rest);
  const said = toBlocks(chatContent(value["content"], rest)).filter(
    (block) => block.type !== "text" || block["text"] !== "",
  );
  const stopReason = made.length > 0 ? "toolUse" : STOPS[String(stop)];
  return {
    role: "assistant",
    content: [
      ...(thinking === undefined ? [] : [{ type: "thinking", thinking }]),
      ...said,
      ...(refusal === undefined ? [] : [{ type: "text", text: refusal }]),
      ...made,
    ],
    ...(model !== undefined && { model }),
    ...(stopReason !== undefined && { stopReason }),
    ...(isJsonObject(usage) && { usage: readUsage("openai-chat", usage) }),
  };
}

/** The keys of an answer that are read: of two that mean the same, the first one. */
function readOfAnswer(value: JsonObject): string[] {
  const texts = ["model", "refusal", named(value["reasoning_content"]) ? "reasoning_content" : "reasoning"];
  const calls = value["tool_calls"];
  const made =
    Array.isArray(calls) && calls.every(isJsonObject)
      ? ["tool_calls"]
      : isJsonObject(value["function_call"]) && !Array.isArray(calls)
        ? ["function_call"]
        : [];
  return [
    ...texts.filter((key) => value[key] === null || typeof value[key] === "string"),
    ...(Object.hasOwn(STOPS, String(value["finish_reason"])) ? ["finish_reason"] : []),
    ...made,
  ];
}

const RESULT_KEYS = ["tool_call_id", "tool_result", "name"];

/** The outcome of a call: of the message itself, or of its `tool_result`. */
function result(value: JsonObject, calls: ChatCalls, rest: string): ToolResultMessage {
  const { tool_result: told } = value;
  const inner = isJsonObject(told) ? told : value;
  const ids = [inner["tool_call_id"], inner["call_id"], inner["id"], value["tool_call_id"]].map(named);
  const name = named(inner["name"]) ?? named(value["name"]);
  const { output, result: outcome, error, is_error: failed } = inner;
  const whole = isJsonObject(told) ? inner["content"] : (told ?? value["content"]);
  const isError = failed === true || (error !== undefined && error !== null && error !== false);
  return {
    role: "toolResult",
    toolCallId: calls.answered(ids.find((id) => id !== undefined)),
    content: chatContent(whole ?? output ?? outcome ?? error, rest),
    ...(name !== undefined && { toolName: name }),
    ...(isError && { isError }),
    ...(isJsonObject(told) && { details: told }),
  };
}
