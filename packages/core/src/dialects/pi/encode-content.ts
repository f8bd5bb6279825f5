import { toBlocks } from "../../format/blocks.ts";
import type { JsonObject } from "../../format/json.ts";
import type { Block, Content } from "../../format/messages.ts";
import type { ExportNotes } from "../export-notes.ts";
import { putBack } from "./put-back.ts";

/** The blocks that pi has in what a person or a tool says, and in what a model says. */
const SPOKEN = ["text", "image"];
const MADE = ["text", "thinking", "toolCall"];

/** The blocks of a content as pi has them; it has none of other types. */
export function encodeBlocks(content: Content, by: "person" | "model", notes: ExportNotes): JsonObject[] {
  const known = by === "model" ? MADE : SPOKEN;
  return toBlocks(content).flatMap((block) => {
    if (known.includes(block.type)) return [encodeBlock(block)];
    notes.lost(`block:${block.type}`);
    return [];
  });
}

/** The same, but a text stays a text. */
export function encodeContent(content: Content, notes: ExportNotes): string | JsonObject[] {
  return typeof content === "string" ? content : encodeBlocks(content, "person", notes);
}

function encodeBlock(block: Block): JsonObject {
  const { type, signature } = block;
  switch (type) {
    case "text":
      return putBack(block, { type, text: block["text"], textSignature: signature }, "signature");
    case "thinking":
      return putBack(block, { type, thinking: block["thinking"], thinkingSignature: signature }, "signature");
    case "toolCall": {
      const { id, name, input } = block;
      const call = { type, id, name, arguments: input ?? {}, thoughtSignature: signature };
      return putBack(block, call, "input", "signature");
    }
    default:
      return putBack(block, { type });
  }
}
