import { toBlocks } from "../format/blocks.ts";
import type { ToolCallBlock, ToolResultMessage, UserMessage } from "../format/messages.ts";

/** The result of a call that has none. Constant: a change would change every projection there is. */
export const UNKNOWN_OUTCOME =
  "[No result of this tool call was recorded: it was interrupted. Its outcome is unknown; it may have run fully, partly or not at all. Check before repeating it.]";

/** What stands in place of the output of a result without any. */
export const NO_OUTPUT = "(no output)";

/** The constant error result of a call without an answer. */
export function unknownOutcome({ id, name }: ToolCallBlock): ToolResultMessage {
  const content = [{ type: "text" as const, text: UNKNOWN_OUTCOME }];
  return { role: "toolResult", content, toolCallId: id, toolName: name, isError: true };
}

/** A result that cannot stand behind its call, told by the user. */
export function resultAsText({ content, toolName, toolCallId, isError }: ToolResultMessage): UserMessage {
  const what = isError === true ? "An error result" : "A result";
  const text = `[${what} of the earlier tool call ${toolName ?? toolCallId} was recorded here:]`;
  const blocks = toBlocks(content);
  const output = blocks.length > 0 ? blocks : [{ type: "text" as const, text: NO_OUTPUT }];
  return { role: "user", content: [{ type: "text", text }, ...output] };
}
