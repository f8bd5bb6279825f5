import type { Entry } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import type { Message } from "../format/messages.ts";
import type { Edits } from "./edits.ts";
import { branchSummary } from "./summaries.ts";
import type { ProjectOptions } from "./types.ts";

/** The message that an entry puts into the context; null if it puts none: most types do not, unknown ones never. */
export function messageOf(entry: Entry, edits: Edits, custom: ProjectOptions["custom"]): Message | null {
  if (isEntry(entry, "message")) return edits.apply(entry.id, entry.message);
  if (isEntry(entry, "custom_message"))
    return edits.apply(entry.id, { role: "user", content: entry.content });
  if (isEntry(entry, "branch_summary")) return branchSummary(entry.summary) ?? null;
  if (isEntry(entry, "custom")) {
    // Own keys only: a `customType` may be called `constructor`.
    const rule = custom && Object.hasOwn(custom, entry.customType) ? custom[entry.customType] : undefined;
    return rule?.(entry.data) ?? null;
  }
  return null;
}
