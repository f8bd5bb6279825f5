import type { Entry } from "@session-tree/core";

/** What an entry is to a reader. Texts are raw: sanitize them where they are written. */
export type EntryView =
  | {
      readonly kind: "user" | "system" | "assistant";
      readonly parts: readonly Part[];
      readonly end: string | undefined;
    }
  | {
      readonly kind: "result";
      readonly callId: string;
      readonly tool: string | undefined;
      readonly failed: boolean;
      readonly text: string;
      /** So many lines follow `text` that are left out. */
      readonly cutLines?: number;
    }
  | {
      readonly kind: "compaction" | "branch summary" | "setting" | "carried" | "other" | "unreadable";
      readonly text: string;
    };

export type Part = { readonly kind: "text" | "thinking" | "other"; readonly text: string } | ToolCall;

export interface ToolCall {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads an entry without trusting its body: a log may hold anything. */
export function viewEntry(entry: Entry): EntryView {
  const fields = entry as Fields;
  switch (entry.type) {
    case "message":
      return viewMessage(fields["message"]);
    case "custom_message":
      return { kind: "user", parts: partsOf(fields["content"]), end: undefined };
    case "compaction":
      return { kind: "compaction", text: text(fields["summary"]) };
    case "branch_summary":
      return { kind: "branch summary", text: text(fields["summary"]) };
    case "model_change":
      return { kind: "setting", text: `model ${text(fields["model"])}` };
    case "thinking_level_change":
      return { kind: "setting", text: `thinking ${text(fields["thinkingLevel"])}` };
    case "context_edit":
      return {
        kind: "other",
        text: fields["replacement"] === null ? "an entry was hidden" : "an entry was edited",
      };
    case "custom":
      return { kind: "carried", text: text(fields["customType"]) };
    default:
      return { kind: "other", text: entry.type };
  }
}

/** The texts of a message without its thinking and calls. */
export function plainText(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.kind === "text" || part.kind === "other" ? [part.text] : []))
    .join("\n");
}

function viewMessage(value: unknown): EntryView {
  if (!isFields(value)) return { kind: "unreadable", text: "its body cannot be read" };
  const { role, content, stopReason, errorMessage } = value;
  if (role === "toolResult") {
    const { toolCallId, toolName, isError } = value;
    const tool = typeof toolName === "string" ? toolName : undefined;
    return {
      kind: "result",
      callId: text(toolCallId),
      tool,
      failed: isError === true,
      text: plainText(partsOf(content)),
    };
  }
  if (role !== "user" && role !== "assistant" && role !== "system")
    return { kind: "other", text: `message of ${text(role)}` };
  const ended = stopReason === "error" || stopReason === "aborted" || stopReason === "length";
  return { kind: role, parts: partsOf(content), end: ended ? text(errorMessage) || stopReason : undefined };
}

function partsOf(content: unknown): Part[] {
  if (typeof content === "string") return [{ kind: "text", text: content }];
  return Array.isArray(content) ? content.filter(isFields).map(partOf) : [];
}

function partOf(block: Fields): Part {
  switch (block["type"]) {
    case "text":
      return { kind: "text", text: text(block["text"]) };
    case "thinking":
      return { kind: "thinking", text: block["redacted"] === true ? "redacted" : text(block["thinking"]) };
    case "toolCall":
      return { kind: "call", id: text(block["id"]), name: text(block["name"]), input: block["input"] };
    case "image":
      return { kind: "other", text: `[image ${text(block["mimeType"])}]` };
    default:
      return { kind: "other", text: `[${text(block["type"])}]` };
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
