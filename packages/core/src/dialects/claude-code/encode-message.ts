import { textOf } from "../../format/blocks.ts";
import { uuidOf } from "../../format/ids.ts";
import type { JsonObject } from "../../format/json.ts";
import type { AssistantMessage, ToolResultMessage, Usage } from "../../format/messages.ts";
import { safeCallId } from "../call-id.ts";
import type { ExportNotes } from "../export-notes.ts";
import { encodeAnswer, encodeSpoken } from "./encode-content.ts";

const STOPS: Readonly<Record<string, string>> = {
  stop: "end_turn",
  length: "max_tokens",
  toolUse: "tool_use",
};

/** The line of an answer, but for what stands around all lines; undefined: there is nothing to say. */
export function answerLine(
  message: AssistantMessage,
  uuid: string,
  notes: ExportNotes,
): JsonObject | undefined {
  const { provider, api, model = "unknown", stopReason, usage, requestId, errorMessage } = message;
  const isOwn = provider === "anthropic" || api === "anthropic-messages";
  const content = encodeAnswer(message.content, isOwn, notes);
  const id = message.responseId?.startsWith("msg_") === true ? message.responseId : `msg_${hex(uuid)}`;
  const stop = STOPS[stopReason ?? ""] ?? null;
  const said = {
    id,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: usageOut(usage),
  };
  if (content.length > 0)
    return { type: "assistant", message: said, ...(requestId !== undefined && { requestId }) };
  if (errorMessage === undefined) return undefined;
  const told = [{ type: "text", text: errorMessage }];
  return {
    type: "assistant",
    message: { ...said, model: "<synthetic>", content: told },
    isApiErrorMessage: true,
  };
}

function usageOut({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage = {}): JsonObject {
  return {
    input_tokens: inputTokens ?? 0,
    cache_creation_input_tokens: cacheWriteTokens ?? 0,
    cache_read_input_tokens: cacheReadTokens ?? 0,
    output_tokens: outputTokens ?? 0,
  };
}

/** The line of a result. What else a tool told has a form of its own for each tool of the agent's. */
export function resultLine(message: ToolResultMessage, isOwn: boolean, notes: ExportNotes): JsonObject {
  const { toolCallId, content, isError, details } = message;
  if (details !== undefined && !isOwn) notes.lost("details");
  const block = {
    tool_use_id: safeCallId(toolCallId),
    type: "tool_result",
    content: encodeSpoken(content, notes),
    ...(isError === true && { is_error: true }),
  };
  return {
    type: "user",
    message: { role: "user", content: [block] },
    toolUseResult: isOwn && details !== undefined ? details : textOf(content),
  };
}

function hex(uuid: string): string {
  return uuidOf(uuid).replaceAll("-", "").slice(0, 24);
}
