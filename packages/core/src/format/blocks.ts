import type { Block, Content, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock } from "./messages.ts";

/** The content as blocks: a string is one text block. */
export function toBlocks(content: Content): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

export function isText(block: Block): block is TextBlock {
  return block.type === "text";
}

export function isImage(block: Block): block is ImageBlock {
  return block.type === "image";
}

export function isThinking(block: Block): block is ThinkingBlock {
  return block.type === "thinking";
}

export function isToolCall(block: Block): block is ToolCallBlock {
  return block.type === "toolCall";
}

/** The text blocks of a content, joined by newlines. */
export function textOf(content: Content): string {
  return toBlocks(content)
    .filter(isText)
    .map((block) => block.text)
    .join("\n");
}
