import type { CompactionEntry, Entry, SessionState } from "./entries.ts";
import { isEntry } from "./entry-kinds.ts";
import type { Content, Message } from "./messages.ts";

/** Gives another content, or the same one where nothing changes. */
export type ContentMap = (content: Content) => Content;

/**
 * The entry with every content in it mapped, wherever the format has contents: of messages, of replacements, of what
 * is queued. The entry itself if nothing changes. It must fit the format.
 */
export function mapContents(entry: Entry, map: ContentMap): Entry {
  if (isEntry(entry, "message")) return withField(entry, "message", mapMessage(entry.message, map));
  if (isEntry(entry, "custom_message")) return withField(entry, "content", map(entry.content));
  if (isEntry(entry, "context_edit")) return withField(entry, "replacement", mapped(entry.replacement, map));
  if (isEntry(entry, "queue")) return withField(entry, "content", mapped(entry.content, map));
  return isEntry(entry, "compaction") ? mapCompaction(entry, map) : entry;
}

function mapCompaction(entry: CompactionEntry, map: ContentMap): CompactionEntry {
  const messages = entry.messages && mapList(entry.messages, (message) => mapMessage(message, map));
  const state = entry.state && mapState(entry.state, map);
  return withField(withField(entry, "messages", messages), "state", state);
}

function mapState(state: SessionState, map: ContentMap): SessionState {
  const queue = state.queue && mapList(state.queue, map);
  const system = state.system && mapList(state.system, (message) => mapMessage(message, map));
  return withField(withField(state, "queue", queue), "system", system);
}

function mapMessage(message: Message, map: ContentMap): Message {
  return withField(message, "content", map(message.content));
}

function mapped<T extends null | undefined>(content: Content | T, map: ContentMap): Content | T {
  return content === null || content === undefined ? content : map(content);
}

/** The list with each item mapped; itself if none changes. */
export function mapList<T>(list: readonly T[], map: (item: T) => T): T[] {
  const items = list.map(map);
  return items.some((item, index) => item !== list[index]) ? items : (list as T[]);
}

function withField<T extends object, K extends keyof T>(value: T, key: K, field: T[K]): T {
  return value[key] === field ? value : { ...value, [key]: field };
}
