import type { Entry } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import { withPreviews } from "../format/restore.ts";
import type { Passage, PassageRole } from "./passages.ts";

/** Fields that hold no words: ids, times, and what an API wants back. */
const SILENT: ReadonlySet<string> = new Set([
  "id",
  "parentId",
  "timestamp",
  "batch",
  "type",
  "role",
  "signature",
]);

/** Every text of an entry, thinking, whole results, details and unknown fields too. It must fit the format. */
export function deepPassagesOf(entry: Entry): Passage[] {
  const role = roleOf(entry);
  const tool =
    isEntry(entry, "message") && entry.message.role === "toolResult"
      ? (entry.message.toolName ?? null)
      : null;
  const found: Passage[] = [];
  const open: { value: unknown; role: PassageRole; tool: string | null }[] = [
    { value: withPreviews(entry), role, tool },
  ];
  while (open.length > 0) {
    const at = open.pop()!;
    if (typeof at.value === "string" && at.value !== "")
      found.push({ role: at.role, tool: at.tool, text: at.value });
    if (typeof at.value !== "object" || at.value === null) continue;
    const block = at.value as { type?: unknown; name?: unknown };
    const called = block.type === "toolCall" && typeof block.name === "string" ? block.name : undefined;
    const below = called === undefined ? at : { role: "tool" as const, tool: called };
    for (const [key, value] of Object.entries(at.value).toReversed()) {
      if (SILENT.has(key) || (block.type === "image" && key === "data")) continue;
      open.push({ value, role: below.role, tool: below.tool });
    }
  }
  return found;
}

function roleOf(entry: Entry): PassageRole {
  if (isEntry(entry, "message"))
    return entry.message.role === "toolResult"
      ? "tool"
      : entry.message.role === "system"
        ? "other"
        : entry.message.role;
  if (isEntry(entry, "custom_message") || isEntry(entry, "queue")) return "user";
  return isEntry(entry, "compaction") || isEntry(entry, "branch_summary") ? "summary" : "other";
}
