import type { Entry } from "../format/entries.ts";
import { isAnnotation, isEntry } from "../format/entry-kinds.ts";
import type { EntryHead } from "../format/head.ts";
import type { Usage } from "../format/messages.ts";
import { addUsage } from "./add-usage.ts";
import { tokenTotal } from "./token-total.ts";

/** What one response used, as one entry tells it. */
export interface ResponseUsage {
  /** The same in all entries that tell of this response, in whatever session. */
  readonly key: string;
  /** Null: the entry does not say. */
  readonly provider: string | null;
  readonly model: string | null;
  readonly usage: Usage;
}

/** What an entry tells of a response's usage; undefined if it tells nothing. */
export function responseUsage(entry: Entry): ResponseUsage | undefined {
  if (isEntry(entry, "message")) {
    const { message } = entry;
    return message.role === "assistant" ? told(entry, message) : undefined;
  }
  const carries = isEntry(entry, "compaction") || isEntry(entry, "branch_summary") || isEntry(entry, "usage");
  return carries ? told(entry, entry) : undefined;
}

/** Whether an entry may tell of a response's usage, by its head alone. */
export function mayTellUsage({ type, role }: Pick<EntryHead, "type" | "role">): boolean {
  return type === "message" ? role === "assistant" || role === undefined : !isAnnotation(type);
}

/** Of two copies of one response, whether the other tells more: it was written when more of the response was there. */
export function tellsMore(one: Usage, other: Usage): boolean {
  const more = tokenTotal(other) - tokenTotal(one);
  return more > 0 || (more === 0 && (other.cost ?? -1) > (one.cost ?? -1));
}

/** Only a message has `provider`, `model` and `responseId` by the format; other entries may carry them as well. */
interface Carrier {
  readonly usage?: Usage | undefined;
  readonly [field: string]: unknown;
}

function told(entry: Entry, carrier: Carrier): ResponseUsage | undefined {
  const { usage } = carrier;
  if (usage === undefined) return undefined;
  const provider = text(carrier["provider"]);
  return {
    key: keyOf(entry, provider, text(carrier["responseId"])),
    provider,
    model: text(carrier["model"]),
    // Whatever else stands in a log's usage is not to be kept in memory.
    usage: addUsage({}, usage),
  };
}

/**
 * The provider's own id of the response; without one the entry's, with its time: forks and imports copy both, while ids
 * alone may repeat in sessions that have nothing to do with each other.
 */
function keyOf({ id, timestamp }: Entry, provider: string | null, responseId: string | null): string {
  return JSON.stringify(responseId === null ? [id, timestamp, 0] : [provider, responseId]);
}

/** An empty string names nothing. */
function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
