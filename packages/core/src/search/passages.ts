import { isToolCall, textOf, toBlocks } from "../format/blocks.ts";
import type { Entry } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import type { Message } from "../format/messages.ts";
import { withPreviews } from "../format/restore.ts";

/** Whose words they are: a tool's are what it was called with and what it gave. `other`: only a deep search finds it. */
export type PassageRole = "user" | "assistant" | "tool" | "summary" | "other";

/** A text of an entry that is searched. */
export interface Passage {
  readonly role: PassageRole;
  /** The name of the tool, if it is one's and known. */
  readonly tool: string | null;
  readonly text: string;
}

/** What of an entry is searched, and named when it is found. */
export interface SaidEntry extends Pick<Entry, "id" | "type" | "timestamp"> {
  readonly passages: readonly Passage[];
}

/** So much of a tool's result is searched, in characters: what it is about stands first, and most of a log is the rest. */
const RESULT_LENGTH = 2048;

/** The texts of an entry that are searched; of what was spilled, the preview. The entry must fit the format. */
export function passagesOf(entry: Entry): Passage[] {
  return textsOf(withPreviews(entry)).filter(({ text }) => text !== "");
}

/** The entry must fit the format. */
export function saidIn(entry: Entry): SaidEntry {
  const { id, type, timestamp } = entry;
  return { id, type, timestamp, passages: passagesOf(entry) };
}

function textsOf(entry: Entry): Passage[] {
  if (isEntry(entry, "message")) return ofMessage(entry.message);
  // What was typed while the agent worked.
  if (isEntry(entry, "queue") && entry.content !== undefined) return [said("user", textOf(entry.content))];
  if (isEntry(entry, "custom_message")) return [said("user", textOf(entry.content))];
  if (isEntry(entry, "branch_summary")) return [said("summary", entry.summary)];
  if (!isEntry(entry, "compaction")) return [];
  const { summary = "", messages = [] } = entry;
  return [summary, ...messages.map(({ content }) => textOf(content))].map((text) => said("summary", text));
}

function ofMessage(message: Message): Passage[] {
  if (message.role === "user") return [said("user", textOf(message.content))];
  if (message.role === "toolResult") {
    const text = textOf(message.content).slice(0, RESULT_LENGTH);
    return [{ role: "tool", tool: message.toolName ?? null, text }];
  }
  if (message.role !== "assistant") return [];
  const calls = toBlocks(message.content).filter(isToolCall);
  return [
    said("assistant", textOf(message.content)),
    ...calls.map(({ name, input }): Passage => ({ role: "tool", tool: name, text: textOfInput(input) })),
  ];
}

function said(role: PassageRole, text: string): Passage {
  return { role, tool: null, text };
}

/** The values of a call's input, without the names of its fields. */
function textOfInput(input: unknown): string {
  const texts: string[] = [];
  const open: unknown[] = [input];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string" || typeof value === "number") texts.push(String(value));
    else if (typeof value === "object" && value !== null) open.push(...Object.values(value).toReversed());
  }
  return texts.join("\n");
}
