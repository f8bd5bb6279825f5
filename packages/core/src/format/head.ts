import type { Batch } from "./entries.ts";
import { isAnnotation } from "./entry-kinds.ts";
import type { Envelope } from "./envelope.ts";
import { isEntryId } from "./ids.ts";
import type { JsonObject } from "./json.ts";

/** What the tree, the index and the lists need of an entry: its envelope and a few facts, no body. */
export interface EntryHead {
  readonly type: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly timestamp: string | undefined;
  /** The role, if the entry is a message. */
  readonly role: string | undefined;
  /** The entry that a `leaf`, `label` or `context_edit` is about. */
  readonly targetId: string | null | undefined;
  /** The text of a `label`; null clears the target's label. */
  readonly label: string | null | undefined;
  /** What `firstKeptEntryIndex` of a version 1 compaction stands for. */
  readonly keptId: string | null | undefined;
}

/** The head as a line states it; what is there but cannot be used is named in `problem`. */
export interface StatedHead extends Omit<EntryHead, "id" | "parentId" | "keptId"> {
  /** undefined: an id is derived. */
  readonly id: string | undefined;
  /** undefined: the entry follows the node before it in the log. */
  readonly parentId: string | null | undefined;
  readonly batch: Batch | undefined;
  readonly problem: string | undefined;
}

/** Reads the head from a parsed line; undefined if it has no `type` and so is no entry. */
export function headOf(value: JsonObject): StatedHead | undefined {
  const { type, id, parentId, timestamp, message, targetId, batch } = value;
  if (typeof type !== "string" || type === "") return undefined;
  const goodId = isEntryId(id);
  const goodParent = parentId === null || isEntryId(parentId);
  const role = type === "message" ? (message as { role?: unknown } | null | undefined)?.role : undefined;
  const problems: string[] = [];
  if (!goodId && id !== undefined) problems.push("`id` is no string of 1 to 128 characters");
  if (!goodParent && parentId !== undefined) problems.push("`parentId` is no entry id");
  return {
    type,
    id: goodId ? id : undefined,
    parentId: goodParent ? parentId : undefined,
    timestamp: typeof timestamp === "string" ? timestamp : undefined,
    role: typeof role === "string" ? role : undefined,
    targetId: targetId === null || isEntryId(targetId) ? targetId : undefined,
    label: type === "label" ? labelOf(value["label"]) : undefined,
    batch: typeof batch === "object" && batch !== null ? (batch as Batch) : undefined,
    problem: problems.length === 0 ? undefined : problems.join("; "),
  };
}

function labelOf(label: unknown): string | null {
  return typeof label === "string" && label !== "" ? label : null;
}

/** The head that an envelope alone gives. */
export function headOfEnvelope({ type, id, parentId, timestamp, batch, role }: Envelope): StatedHead {
  const [targetId, label, problem] = [undefined, undefined, undefined];
  const ownRole = type === "message" ? role : undefined;
  return { type, id, parentId, timestamp, role: ownRole, batch, targetId, label, problem };
}

/** Whether the head of such an entry needs a fact that only the body has. */
export function needsBody({ type, role }: Envelope): boolean {
  if (type === "message") return role === undefined;
  // A compaction of version 1 says in its body, by an index, what it keeps.
  return type === "compaction" || type === "context_edit" || type === "session" || isAnnotation(type);
}
