import { isImage, isText, isThinking, isToolCall, toBlocks } from "../format/blocks.ts";
import type { Block, Message } from "../format/messages.ts";

/** Rather too many tokens than too few: code and JSON have more of them than prose. */
const CHARACTERS_PER_TOKEN = 3.5;

/** What an image of about a megapixel costs at the large providers. */
const IMAGE_TOKENS = 1400;

/** About how many tokens a message costs as input; for budgets, where no API has counted yet. */
export function estimateTokens({ content }: Message): number {
  let characters = 0;
  let images = 0;
  for (const block of toBlocks(content)) {
    if (isImage(block)) images++;
    else characters += lengthOf(block);
  }
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + images * IMAGE_TOKENS;
}

function lengthOf(block: Block): number {
  if (isText(block)) return block.text.length;
  if (isThinking(block)) return block.thinking.length + (block.signature ?? "").length;
  return isToolCall(block) ? block.name.length + (JSON.stringify(block.input) ?? "").length : 0;
}
