import type {
  BlobBlock,
  Block,
  Content,
  ImageBlock,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
} from "./messages.ts";

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

/** Only lines hold such blocks: whoever reads a session gets the text or image. */
export function isBlob(block: Block): block is BlobBlock {
  return block.type === "blob";
}

/** The text blocks of a content, joined by newlines. */
export function textOf(content: Content): string {
  return toBlocks(content)
    .filter(isText)
    .map((block) => block.text)
    .join("\n");
}
