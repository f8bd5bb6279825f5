import { toBlocks } from "../../format/blocks.ts";
import { isJsonObject } from "../../format/json.ts";
import type { Block, Message } from "../../format/messages.ts";
import { opaque } from "./content.ts";
import { readItem } from "./items.ts";

/** The items that a compaction puts in place of the history, as messages. */
export function replacedHistory(items: readonly unknown[]): Message[] {
  const messages: Message[] = [];
  for (const item of items) {
    const value = isJsonObject(item) ? item : { type: "item", item };
    const message = readItem(value)?.message ?? unread(opaque(value));
    const last = messages.at(-1);
    if (message.role === "assistant" && last?.role === "assistant")
      last.content = toBlocks(last.content).concat(toBlocks(message.content));
    else messages.push(message);
  }
  return messages;
}

/** What only the model that made it can read, such as an encrypted summary. */
function unread(block: Block): Message {
  return { role: "assistant", content: [block] };
}
