import type { Entry, EntryOf, KnownEntryType } from "./entries.ts";

/** Types of entries about other entries: they never become the leaf and never enter the context. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "label",
  "session_info",
  "tag",
  "archive",
  "upgrade",
  "leaf",
] satisfies KnownEntryType[]);

/** Whether entries of this type are annotations; all others, unknown ones too, are nodes of the tree. */
export function isAnnotation(type: string): boolean {
  return ANNOTATIONS.has(type);
}

/** Narrows an entry to a known type. */
export function isEntry<T extends KnownEntryType>(entry: Entry, type: T): entry is EntryOf<T> {
  return entry.type === type;
}

/** Whether an entry of this type means something else once its target is there, whichever of both comes first. */
export function dependsOnTarget(type: string): boolean {
  return type === "leaf" || type === "context_edit";
}
