import type { Entry } from "../format/entries.ts";
import { isJsonObject, type JsonObject } from "../format/json.ts";
import { oneLine } from "../format/one-line.ts";

const LENGTH = 120;

/**
 * One line that tells a person what an entry is. It trusts no type: a log may hold anything. Raw text: sanitize it before
 * it reaches a terminal.
 */
export function previewOf(entry: Entry): string {
  return oneLine(textOfEntry(entry.type, entry), LENGTH);
}

function textOfEntry(type: string, entry: JsonObject): string {
  switch (type) {
    case "message":
      return isJsonObject(entry["message"]) ? textOfMessage(entry["message"]) : "";
    case "custom_message":
      return textOfContent(entry["content"]);
    case "compaction": {
      const { summary, messages } = entry;
      return text(summary) || (Array.isArray(messages) ? `${messages.length} messages` : "");
    }
    case "branch_summary":
      return text(entry["summary"]);
    case "model_change":
      return [text(entry["provider"]), text(entry["model"])].filter(Boolean).join("/");
    case "thinking_level_change":
      return text(entry["thinkingLevel"]);
    case "context_edit":
      return entry["replacement"] === null ? "hidden" : textOfContent(entry["replacement"]);
    case "custom":
      return text(entry["customType"]);
    case "queue":
      return `${text(entry["operation"])} ${textOfContent(entry["content"])}`;
    case "usage":
      return text(entry["kind"]);
    default:
      return "";
  }
}

function textOfMessage({ role, content, errorMessage, stopReason }: JsonObject): string {
  const said = textOfContent(content);
  return said === "" && role === "assistant" ? text(errorMessage) || text(stopReason) : said;
}

function textOfContent(content: unknown): string {
  if (typeof content === "string") return content.slice(0, LENGTH * 8);
  if (!Array.isArray(content)) return "";
  return content
    .filter(isJsonObject)
    .map(textOfBlock)
    .filter((part) => part !== "")
    .join(" ");
}

function textOfBlock(block: JsonObject): string {
  if (block["type"] === "text") return text(block["text"]).slice(0, LENGTH * 8);
  if (block["type"] === "toolCall") return `${text(block["name"])}(${inputPreview(block["input"])})`;
  return block["type"] === "image" ? `[${text(block["mimeType"])}]` : "";
}

function inputPreview(input: unknown): string {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [input];
  const first = values.find((value) => typeof value === "string" || typeof value === "number");
  return first === undefined ? "" : String(first).slice(0, LENGTH);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
