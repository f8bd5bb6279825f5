import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { keptAs } from "../kept-as.ts";
import { resultContent, type Keeper } from "./content.ts";

/** A block of a user's message that is the result of a call: with us it is a message of its own. */
export type ToolResult = JsonObject & { readonly tool_use_id: string };

/** Whether a block is the result of a call. */
export function isToolResult(block: unknown): block is ToolResult {
  return isJsonObject(block) && block["type"] === "tool_result" && typeof block["tool_use_id"] === "string";
}

/** The message of role `toolResult` that such a block is. @param toolName the name that the call gave, if it is known */
export function toolResult(block: ToolResult, toolName: string | undefined, keeper: Keeper): JsonObject {
  const { tool_use_id: toolCallId, content, is_error: isError } = block;
  const isRead = typeof content === "string" || Array.isArray(content);
  const told = [...(isRead ? ["content"] : []), ...(typeof isError === "boolean" ? ["is_error"] : [])];
  return {
    role: "toolResult",
    toolCallId,
    ...(toolName !== undefined && { toolName }),
    content: resultContent(content, keeper),
    ...(typeof isError === "boolean" && { isError }),
    ...keptAs(keeper.field, block, ["type", "tool_use_id", ...told]),
  };
}
