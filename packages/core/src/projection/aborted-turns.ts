import { isText, isThinking, isToolCall, toBlocks } from "../format/blocks.ts";
import { isJsonObject } from "../format/json.ts";
import type { Block, Message, ToolCallBlock } from "../format/messages.ts";

/** What streaming clients leave on a call whose arguments had not all arrived. */
const PARTIAL_MARKERS = ["partialJson", "partial_json"];

/** A turn without its unfinished parts, and the ids of the calls among them. */
export interface TrimmedTurn<M extends Message> {
  readonly message: M;
  readonly lostCalls: readonly string[];
}

/**
 * Of a turn that failed or was aborted only what had arrived whole stays: text, signed thinking, calls with all their
 * arguments. Gives the same message back if that is everything.
 */
export function trimFailedTurn<M extends Message>(message: M): TrimmedTurn<M> {
  if (message.role !== "assistant" || (message.stopReason !== "error" && message.stopReason !== "aborted")) {
    return { message, lostCalls: [] };
  }
  const blocks = toBlocks(message.content);
  const content = blocks.filter(isWhole);
  if (content.length === blocks.length) return { message, lostCalls: [] };
  const lostCalls = blocks.filter(isToolCall).filter((call) => !isComplete(call));
  return { message: { ...message, content }, lostCalls: lostCalls.map(({ id }) => id) };
}

function isWhole(block: Block): boolean {
  if (isText(block)) return block.text.trim() !== "";
  if (isThinking(block)) return block.redacted === true || (block.signature ?? "") !== "";
  return isToolCall(block) ? isComplete(block) : true;
}

function isComplete(call: ToolCallBlock): boolean {
  return isJsonObject(call.input) && !PARTIAL_MARKERS.some((marker) => Object.hasOwn(call, marker));
}
