import { isText, isThinking, isToolCall } from "../../format/blocks.ts";
import type { ModelBlock } from "./turns.ts";

/**
 * A turn's content with its calls last if text stands behind one: it is read as a turn without results then
 * (litellm#22946). Thinking that calls would pass is left out, as it does not survive being moved.
 */
export function callsLast(content: readonly ModelBlock[]): readonly ModelBlock[] {
  const firstCall = content.findIndex(isToolCall);
  if (firstCall < 0 || !content.some((block, index) => index > firstCall && isText(block))) return content;
  const behind = content.slice(firstCall);
  const texts = behind.filter((block) => !isToolCall(block) && !isThinking(block));
  return [...content.slice(0, firstCall), ...texts, ...behind.filter(isToolCall)];
}
