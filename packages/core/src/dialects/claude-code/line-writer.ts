import type { CompactionEntry, Entry, MessageEntry } from "../../format/entries.ts";
import { isEntry } from "../../format/entry-kinds.ts";
import { uuidOf } from "../../format/ids.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { Content, UserMessage } from "../../format/messages.ts";
import { trimFailedTurn } from "../../projection/aborted-turns.ts";
import { branchSummary, compactionSummary } from "../../projection/summaries.ts";
import type { ExportNotes } from "../export-notes.ts";
import type { ExportedSession } from "../exporter.ts";
import { toldText } from "../told-text.ts";
import { encodeSpoken } from "./encode-content.ts";
import { answerLine, resultLine } from "./encode-message.ts";

/** The version whose lines these look like. */
const VERSION = "2.1.270";

/** Where an entry stands in the file. */
interface Written {
  readonly id: string;
  /** The line that what follows the entry hangs from; null: there is none above it. */
  readonly uuid: string | null;
  readonly above: Written | undefined;
  /** Whether it has a line of its own. */
  readonly isOwn: boolean;
  /** Whether it is a compaction: nothing is read over its mark. */
  readonly isMark?: boolean;
}

/** Makes lines of nodes. To be given all nodes in their order: what follows one without a line hangs from the line above. */
export class LineWriter {
  readonly #session: ExportedSession;
  readonly #notes: ExportNotes;
  readonly #written = new Map<string, Written>();
  /** The line of each call. */
  readonly #calls = new Map<string, string>();
  /** Calls that were cut short: their results go with them. */
  readonly #lostCalls = new Set<string>();
  /** The last line of the conversation so far. */
  last: string | null = null;

  constructor(session: ExportedSession, notes: ExportNotes) {
    this.#session = session;
    this.#notes = notes;
  }

  /** The line that an entry, or the nearest one above it that has one, is told by. */
  lineOf(id: string | null): string | null {
    return id === null ? null : (this.#written.get(id)?.uuid ?? null);
  }

  *node(entry: Entry): Generator<JsonObject> {
    const above = entry.parentId === null ? undefined : this.#written.get(entry.parentId);
    // With nothing above it, there is nothing to name that it follows, and only its summary counts.
    if (isEntry(entry, "compaction") && typeof above?.uuid === "string") {
      yield* this.#compaction(entry, above);
      return;
    }
    const line = this.#lineOf(entry);
    const uuid = line === undefined ? (above?.uuid ?? null) : this.#uuidOf(entry.id);
    this.#written.set(entry.id, { id: entry.id, uuid, above, isOwn: line !== undefined });
    if (line !== undefined) yield this.#around(line, uuid!, above?.uuid ?? null, entry.timestamp);
  }

  #lineOf(entry: Entry): JsonObject | undefined {
    if (isEntry(entry, "message")) return this.#message(entry);
    if (isEntry(entry, "custom_message")) return this.#injected(entry.type, entry.content);
    if (isEntry(entry, "branch_summary")) return this.#summary(entry.type, branchSummary(entry.summary));
    if (isEntry(entry, "compaction")) return this.#summary(entry.type, compactionSummary(summaryOf(entry)));
    this.#notes.lost(entry.type);
    return undefined;
  }

  #message(entry: MessageEntry): JsonObject | undefined {
    const { id, message } = entry;
    switch (message.role) {
      case "system":
        this.#notes.lost("system");
        return undefined;
      case "user":
        return {
          type: "user",
          message: { role: "user", content: encodeSpoken(message.content, this.#notes) },
        };
      case "assistant": {
        const { message: whole, lostCalls } = trimFailedTurn(message);
        if (whole !== message) this.#notes.lost("turn-trimmed");
        for (const lost of lostCalls) this.#lostCalls.add(lost);
        const line = answerLine(whole, this.#uuidOf(id), this.#notes);
        if (line === undefined) this.#notes.lost("empty answer");
        for (const block of Array.isArray(whole.content) ? whole.content : [])
          if (block.type === "toolCall") this.#calls.set(String(block["id"]), this.#uuidOf(id));
        return line;
      }
      case "toolResult": {
        if (this.#lostCalls.has(message.toolCallId)) {
          this.#notes.lost("result-dropped");
          return undefined;
        }
        const line = resultLine(message, isJsonObject(entry["claudeCode"]), this.#notes);
        const from = this.#calls.get(message.toolCallId);
        // There only a call tells the name of its tool.
        if (from === undefined && message.toolName !== undefined) this.#notes.changed("tool name");
        return from === undefined ? line : { ...line, sourceToolAssistantUUID: from };
      }
    }
  }

  #summary(type: string, told: UserMessage | undefined): JsonObject | undefined {
    return told && this.#injected(type, told.content);
  }

  /** What no person said, but the model gets as if one had. */
  #injected(type: string, content: Content): JsonObject {
    this.#notes.changed(type);
    return {
      type: "user",
      message: { role: "user", content: encodeSpoken(content, this.#notes) },
      isMeta: true,
    };
  }

  /** Two lines: the mark, which names what is kept, and the summary, from which all that follows hangs. */
  *#compaction(entry: CompactionEntry, above: Written): Generator<JsonObject> {
    const { id, timestamp, messages, tokensBefore = 0 } = entry;
    if (messages !== undefined) this.#notes.changed("replaced context");
    const [mark, anchorUuid] = [this.#uuidOf(`${id}:mark`), this.#uuidOf(id)];
    const kept = this.#keptBy(entry, above);
    const [headUuid, tailUuid] = [kept[0], kept.at(-1)];
    const compactMetadata = {
      trigger: "manual",
      preTokens: tokensBefore,
      ...(headUuid !== undefined && {
        preservedSegment: { headUuid, anchorUuid, tailUuid },
        preservedMessages: { anchorUuid, uuids: kept, allUuids: kept },
      }),
    };
    const boundary = {
      type: "system",
      subtype: "compact_boundary",
      content: "Conversation compacted",
      isMeta: false,
      level: "info",
      logicalParentUuid: above.uuid,
      compactMetadata,
    };
    yield this.#around(boundary, mark, null, timestamp);
    const told = { role: "user", content: summaryOf(entry) };
    const flags = { isVisibleInTranscriptOnly: true, isCompactSummary: true };
    yield this.#around({ type: "user", message: told, ...flags }, anchorUuid, mark, timestamp);
    // Of compactions in a row only the last one speaks.
    this.#written.set(id, { id, uuid: anchorUuid, above, isOwn: false, isMark: true });
  }

  /**
   * The lines from the first entry that a compaction keeps to the one before it. They are kept for all branches alike:
   * where another one leaves among them, the active one has the word. Over an older compaction none are kept.
   */
  #keptBy({ id, firstKeptEntryId }: CompactionEntry, above: Written): string[] {
    const first = this.#written.get(firstKeptEntryId ?? "");
    const kept: string[] = [];
    let shared = false;
    let passed = false;
    let at: Written | undefined = first && above;
    for (; at !== undefined; at = at.above) {
      if (at.isOwn) kept.push(at.uuid!);
      passed ||= at.isMark === true;
      shared ||= this.#session.isFork(at.id);
      if (at === first) break;
    }
    if (at === undefined || kept.length === 0) return [];
    if (passed || (shared && !this.#session.isActive(id))) {
      this.#notes.lost("kept entries", kept.length);
      return [];
    }
    if (shared) this.#notes.changed("branch before compaction");
    return kept.reverse();
  }

  #around(line: JsonObject, uuid: string, parentUuid: string | null, timestamp: string): JsonObject {
    const { id: sessionId, cwd } = this.#session;
    this.last = uuid;
    const envelope = { userType: "external", cwd, sessionId, version: VERSION, gitBranch: "" };
    return { parentUuid, isSidechain: false, ...line, uuid, timestamp, ...envelope };
  }

  #uuidOf(id: string): string {
    return uuidOf(`${this.#session.id}:${id}`);
  }
}

function summaryOf({ summary, messages = [] }: CompactionEntry): string {
  return summary ?? toldText(messages);
}
