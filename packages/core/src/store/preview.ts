import { isImage, isText, isToolCall, toBlocks } from "../format/blocks.ts";
import type { Entry } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import { oneLine } from "../format/one-line.ts";
import type { Content, Message } from "../format/messages.ts";

const LENGTH = 120;

/** One line that tells a person what an entry is. Raw text: sanitize it before it reaches a terminal. */
export function previewOf(entry: Entry): string {
  return oneLine(textOfEntry(entry), LENGTH);
}

function textOfEntry(entry: Entry): string {
  if (isEntry(entry, "message")) return textOfMessage(entry.message);
  if (isEntry(entry, "custom_message")) return textOfContent(entry.content);
  if (isEntry(entry, "compaction")) return entry.summary ?? `${entry.messages?.length ?? 0} messages`;
  if (isEntry(entry, "branch_summary")) return entry.summary;
  if (isEntry(entry, "model_change"))
    return [entry.provider, entry.model].filter((part) => part !== undefined).join("/");
  if (isEntry(entry, "thinking_level_change")) return entry.thinkingLevel;
  if (isEntry(entry, "context_edit"))
    return entry.replacement === null ? "hidden" : textOfContent(entry.replacement);
  if (isEntry(entry, "custom")) return entry.customType;
  if (isEntry(entry, "queue")) return `${entry.operation} ${textOfContent(entry.content ?? "")}`;
  if (isEntry(entry, "usage")) return entry.kind;
  return "";
}

function textOfMessage(message: Message): string {
  const text = textOfContent(message.content);
  if (message.role === "assistant" && text === "") return message.errorMessage ?? message.stopReason ?? "";
  return text;
}

function textOfContent(content: Content): string {
  const parts: string[] = [];
  for (const block of toBlocks(content)) {
    if (isText(block)) parts.push(block.text.slice(0, LENGTH * 8));
    else if (isToolCall(block)) parts.push(`${block.name}(${inputPreview(block.input)})`);
    else if (isImage(block)) parts.push(`[${block.mimeType}]`);
  }
  return parts.join(" ");
}

function inputPreview(input: unknown): string {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [input];
  const first = values.find((value) => typeof value === "string" || typeof value === "number");
  return first === undefined ? "" : String(first).slice(0, LENGTH);
}
