import type { Entry } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import type { Block, Message } from "../format/messages.ts";

/** Whether a host may well pause behind an entry, so that it pays to sync: a compaction, and the end of a turn. */
export function isSyncPoint(entry: Entry): boolean {
  if (isEntry(entry, "compaction")) return true;
  if (!isEntry(entry, "message")) return false;
  // Asked before the entry is checked: it may hold anything.
  const message = entry.message as Partial<Message> | null | undefined;
  if (message?.role === "toolResult") return message["interrupted"] === true;
  if (message?.role !== "assistant") return false;
  return !(
    Array.isArray(message.content) &&
    (message.content as (Block | null)[]).some((block) => block?.type === "toolCall")
  );
}
