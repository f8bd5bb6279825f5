import type { UserMessage } from "../format/messages.ts";
import type { PathEntry, ProjectOptions } from "./types.ts";

/** Tells the model that the conversation lay still. */
export const STALE_REMINDER =
  "[Time has passed since the message above. Files, processes and other facts may have changed; check them before relying on what was seen earlier.]";

/** A point in time that means the same on every machine: ISO 8601 with its zone. */
const ZONED = /^\d{4}-\d\d-\d\dT[\d:.,]+(?:Z|[+-]\d\d:\d\d)$/;

/** Since when the conversation has lain still, if that is longer than the host accepts. */
export function staleSince(
  path: readonly PathEntry[],
  lastEntryId: string,
  staleAfter: ProjectOptions["staleAfter"],
): string | undefined {
  if (staleAfter === undefined) return undefined;
  const timestamp = path.findLast(({ entry }) => entry.id === lastEntryId)?.entry.timestamp;
  if (timestamp === undefined || !ZONED.test(timestamp)) return undefined;
  const age = staleAfter.now.getTime() - Date.parse(timestamp);
  return age > staleAfter.milliseconds ? timestamp : undefined;
}

/** The closing reminder as the model gets it. */
export function staleReminder(): UserMessage {
  return { role: "user", content: [{ type: "text", text: STALE_REMINDER }] };
}
