import type { JsonObject } from "../../format/json.ts";
import { isJsonObject } from "../../format/json.ts";
import type { Block, Content, ToolCallBlock } from "../../format/messages.ts";
import { isImage, isText, isThinking, isToolCall, toBlocks } from "../../format/blocks.ts";
import { objectInput } from "../../projection/wire/call-inputs.ts";
import { safeName } from "../../projection/wire/call-names.ts";
import { safeCallId } from "../call-id.ts";
import type { ExportNotes } from "../export-notes.ts";

/** Blocks of the API that we carry as they are. */
const CARRIED: ReadonlySet<string> = new Set([
  "document",
  "search_result",
  "tool_reference",
  "server_tool_use",
  "web_search_tool_result",
  "web_fetch_tool_result",
  "code_execution_tool_result",
  "container_upload",
]);

/** What a person or a tool says, as the API has it. */
export function encodeSpoken(content: Content, notes: ExportNotes): string | JsonObject[] {
  return typeof content === "string" ? content : content.flatMap((block) => spoken(block, notes));
}

function spoken(block: Block, notes: ExportNotes): JsonObject[] {
  if (isText(block)) return [{ type: "text", text: block.text, ...kept(block) }];
  if (isImage(block)) {
    const { mimeType, data } = block;
    return [{ type: "image", source: { type: "base64", media_type: mimeType, data }, ...kept(block) }];
  }
  return other(block, notes);
}

/**
 * What a model says, as the API has it.
 * @param isOwn whether the API's own models made it: their thinking is of use to them alone
 */
export function encodeAnswer(content: Content, isOwn: boolean, notes: ExportNotes): JsonObject[] {
  return toBlocks(content).flatMap((block): JsonObject[] => {
    if (isText(block)) return [{ type: "text", text: block.text, ...kept(block) }];
    if (isToolCall(block)) return [call(block, notes)];
    if (!isThinking(block)) return other(block, notes);
    const { thinking, signature, redacted } = block;
    if (!isOwn || signature === undefined) {
      notes.lost("thinking");
      return [];
    }
    if (redacted === true) return [{ type: "redacted_thinking", data: signature, ...kept(block) }];
    return [{ type: "thinking", thinking, signature, ...kept(block) }];
  });
}

function call(block: ToolCallBlock, notes: ExportNotes): JsonObject {
  const { id, name, input } = block;
  if (safeName(name) !== name) notes.changed("tool name");
  return {
    type: "tool_use",
    id: safeCallId(id),
    name: safeName(name),
    input: objectInput(input),
    ...kept(block),
  };
}

function other(block: Block, notes: ExportNotes): JsonObject[] {
  if (CARRIED.has(block.type)) return [block];
  notes.lost(`block:${block.type}`);
  return [];
}

/** What of its own the agent had in the same block. */
function kept({ claudeCode }: Block): JsonObject {
  return isJsonObject(claudeCode) ? claudeCode : {};
}
