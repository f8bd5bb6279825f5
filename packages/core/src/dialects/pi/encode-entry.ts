import type { Entry, EntryOf } from "../../format/entries.ts";
import { isEntry } from "../../format/entry-kinds.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { ExportNotes } from "../export-notes.ts";
import { DAMAGED } from "../exporter.ts";
import { toldText } from "../told-text.ts";
import { encodeContent } from "./encode-content.ts";
import { encodeMessage } from "./encode-message.ts";
import { encodeUsage } from "./encode-usage.ts";
import { putBack } from "./put-back.ts";
import { SystemPrompts } from "./system-prompts.ts";

/** Makes pi's entries of ours. To be given all nodes in their order, then the annotations. */
export class EntryEncoder {
  readonly #notes: ExportNotes;
  readonly #prompts = new SystemPrompts();
  /** Entries whose content an edit can replace. */
  readonly #editable = new Set<string>();

  constructor(notes: ExportNotes) {
    this.#notes = notes;
  }

  node(entry: Entry): JsonObject {
    this.#prompts.take(entry);
    const { id, parentId, timestamp } = entry;
    const { type, ...body } = this.#body(entry);
    const envelope = { type, id, parentId, timestamp };
    // First as pi writes it, and last as it counts more than what is put back.
    return { ...envelope, ...body, ...envelope };
  }

  /** undefined: pi has none like it. */
  annotation(entry: Entry, parentId: string | null): JsonObject | undefined {
    const { type, id, timestamp } = entry;
    const line = (fields: JsonObject, ...read: string[]): JsonObject =>
      putBack(entry, { type, id, parentId, timestamp, ...fields }, ...read, "batch");
    if (isEntry(entry, "label")) return line({ label: entry.label ?? undefined }, "label");
    if (isEntry(entry, "session_info")) {
      return entry.name === undefined ? undefined : line({ name: entry.name ?? undefined }, "name", "cwd");
    }
    // Where the session stands is told by the last line; the version is pi's.
    if (type !== "leaf" && type !== "upgrade") this.#notes.lost(type);
    return undefined;
  }

  #body(entry: Entry): JsonObject {
    if (isEntry(entry, "message")) return this.#message(entry);
    if (isEntry(entry, "custom_message")) return this.#customMessage(entry);
    if (isEntry(entry, "compaction")) return this.#compaction(entry);
    if (isEntry(entry, "context_edit")) return this.#edit(entry);
    if (isEntry(entry, "model_change")) {
      const { type, model, provider = "unknown" } = entry;
      return putBack(entry, { type, provider, modelId: model }, ...ENVELOPE, "model");
    }
    if (isEntry(entry, "usage")) {
      const { type, usage, provider = "unknown" } = entry;
      return putBack(entry, { type, provider, usage: encodeUsage(usage) }, ...ENVELOPE);
    }
    if (isEntry(entry, "branch_summary")) {
      const { fromId, usage, type } = entry;
      const known = { type, fromId: fromId ?? undefined, usage: usage && encodeUsage(usage) };
      return putBack(entry, known, ...ENVELOPE);
    }
    if (isEntry(entry, "queue")) return this.#kept(entry);
    return this.#other(entry);
  }

  #message(entry: EntryOf<"message">): JsonObject {
    const { type, timestamp, message } = entry;
    if (message.role !== "system") this.#editable.add(entry.id);
    return putBack(entry, { type, message: encodeMessage(message, timestamp, this.#notes) }, ...ENVELOPE);
  }

  #customMessage(entry: EntryOf<"custom_message">): JsonObject {
    const { type, customType, details, display = true } = entry;
    const original = messageOf(customType, details);
    if (original !== undefined)
      return putBack(entry, { type: "message", message: original }, ...ENVELOPE, ...SHOWN);
    this.#editable.add(entry.id);
    const content = encodeContent(entry.content, this.#notes);
    return putBack(entry, { type, customType, content, display }, ...ENVELOPE);
  }

  #compaction(entry: EntryOf<"compaction">): JsonObject {
    const { type, id, firstKeptEntryId, tokensBefore = 0, usage, messages } = entry;
    if (messages !== undefined) this.#notes.changed("replaced context");
    const summary = entry.summary ?? toldText(messages ?? []);
    const known = {
      type,
      summary,
      firstKeptEntryId: firstKeptEntryId ?? id,
      tokensBefore,
      usage: usage && encodeUsage(usage),
      systemMessage: entry["systemMessage"] ?? this.#prompts.at(entry),
    };
    return putBack(entry, known, ...ENVELOPE, "messages", "state", "written");
  }

  /** Of what cannot be edited, pi would take the whole entry away. */
  #edit(entry: EntryOf<"context_edit">): JsonObject {
    const { type, targetId, replacement } = entry;
    if (!this.#editable.has(targetId)) return this.#kept(entry);
    const content = replacement === null ? null : { content: encodeContent(replacement, this.#notes) };
    return putBack(entry, { type, targetId, replacement: content }, ...ENVELOPE);
  }

  /** What means nothing to pi stands where it stood, as an entry that does nothing. */
  #kept(entry: Entry): JsonObject {
    this.#notes.changed(entry.type);
    const { type, id: _id, parentId: _parent, timestamp: _time, batch: _batch, ...data } = entry;
    return { type: "custom", customType: `session-tree:${type}`, data };
  }

  #other(entry: Entry): JsonObject {
    const { type } = entry;
    if (isEntry(entry, "custom")) {
      if (entry.customType === DAMAGED) this.#notes.changed("damaged");
      const original = messageOf(entry.customType, entry.data);
      if (original !== undefined)
        return putBack(entry, { type: "message", message: original }, ...ENVELOPE, "customType", "data");
    }
    return putBack(
      entry,
      { type: type.replace(/^pi:(?=(?:tag|archive|upgrade|leaf|queue)$)/, "") },
      ...ENVELOPE,
    );
  }
}

/** Written by whoever writes the line; a batch is one of the log it stands in. */
const ENVELOPE = ["type", "id", "parentId", "timestamp", "batch"];

/** What an entry made of a message of pi's shows in its place. */
const SHOWN = ["customType", "content", "display", "details"];

/** The message of pi that an entry was made of, because ours has no such role. */
function messageOf(customType: string, message: unknown): JsonObject | undefined {
  const isIt = isJsonObject(message) && customType === `pi:${String(message["role"])}`;
  return isIt ? message : undefined;
}
