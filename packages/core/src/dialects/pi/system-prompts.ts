import { textOf } from "../../format/blocks.ts";
import type { Entry } from "../../format/entries.ts";
import { isEntry } from "../../format/entry-kinds.ts";
import type { JsonObject } from "../../format/json.ts";

/** The system messages above an entry, the nearest first. */
interface Prompt {
  readonly text: string;
  readonly above: Prompt | undefined;
}

/** pi's compactions hide the system messages before them, and so repeat them; ours do not. */
export class SystemPrompts {
  readonly #at = new Map<string, Prompt>();

  /** Takes the next node; those above it came before. */
  take(entry: Entry): void {
    const above = entry.parentId === null ? undefined : this.#at.get(entry.parentId);
    const own = isEntry(entry, "message") && entry.message.role === "system";
    const here = own ? { text: textOf(entry.message.content), above } : above;
    if (here !== undefined) this.#at.set(entry.id, here);
  }

  /** All that is said to the model above an entry, as one message of the system. */
  at({ id, timestamp }: Entry): JsonObject | undefined {
    const texts: string[] = [];
    for (let at = this.#at.get(id); at !== undefined; at = at.above) texts.unshift(at.text);
    if (texts.length === 0) return undefined;
    return { role: "system", content: texts.join("\n\n"), timestamp: Date.parse(timestamp) || 0 };
  }
}
