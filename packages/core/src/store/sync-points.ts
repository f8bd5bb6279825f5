import { isToolCall, toBlocks } from "../format/blocks.ts";
import type { Entry } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";

/** Whether a host may well pause behind an entry, so that it pays to sync: a compaction, and the end of a turn. */
export function isSyncPoint(entry: Entry): boolean {
  if (isEntry(entry, "compaction")) return true;
  if (!isEntry(entry, "message")) return false;
  const { message } = entry;
  if (message.role === "toolResult") return message["interrupted"] === true;
  return message.role === "assistant" && !toBlocks(message.content).some(isToolCall);
}
