import { textOf } from "../../format/blocks.ts";
import type { Entry } from "../../format/entries.ts";
import { isEntry } from "../../format/entry-kinds.ts";
import type { JsonObject } from "../../format/json.ts";
import type { AssistantMessage, Content, Message, Usage } from "../../format/messages.ts";
import { trimFailedTurn } from "../../projection/aborted-turns.ts";
import { project } from "../../projection/project.ts";
import { branchSummary } from "../../projection/summaries.ts";
import type { PathEntry } from "../../projection/types.ts";
import type { ExportNotes } from "../export-notes.ts";
import type { ExportedSession } from "../exporter.ts";
import { itemsOf, replacementHistory, userItems } from "./encode-items.ts";
import { WrittenCalls } from "./written-calls.ts";

/** Makes lines of the entries of a path, one after the other. */
export class RolloutWriter {
  readonly #session: ExportedSession;
  readonly #notes: ExportNotes;
  readonly #calls = new WrittenCalls();
  #model: string | undefined;
  #effort: string | undefined;
  /** The last settings that a line told. */
  #told = "";
  readonly #total = new Map<string, number>();

  constructor(session: ExportedSession, notes: ExportNotes) {
    this.#session = session;
    this.#notes = notes;
  }

  /** @param next what follows it on the path */
  *entry({ entry, problem }: PathEntry, next: PathEntry | undefined): Generator<JsonObject> {
    if (problem !== undefined) this.#notes.lost("damaged");
    else
      for (const [type, payload] of this.#linesOf(entry, next))
        yield { timestamp: entry.timestamp, type, payload };
  }

  *#linesOf(entry: Entry, next: PathEntry | undefined): Generator<Line> {
    if (isEntry(entry, "message")) yield* this.#message(entry.message);
    else if (isEntry(entry, "custom_message")) yield* this.#injected(entry.type, entry.content);
    else if (isEntry(entry, "branch_summary")) {
      const told = branchSummary(entry.summary);
      if (told !== undefined) yield* this.#injected(entry.type, told.content);
    } else if (isEntry(entry, "compaction")) yield this.#replaced(entry.id, entry.summary ?? "");
    else if (isEntry(entry, "context_edit")) {
      this.#notes.changed(entry.type);
      // Of several edits in a row the last one shows them all.
      if (next?.entry.type !== "context_edit") yield this.#replaced(entry.id, "");
    } else if (isEntry(entry, "model_change")) this.#model = entry.model;
    else if (isEntry(entry, "thinking_level_change")) this.#effort = this.#effortOf(entry.thinkingLevel);
    else this.#notes.lost(entry.type);
  }

  *#message(message: Message): Generator<Line> {
    if (message.role === "assistant") {
      yield* this.#answer(message);
      return;
    }
    if (message.role === "user") yield* this.#settings();
    for (const item of itemsOf(message, this.#calls, this.#notes)) {
      yield ["response_item", item];
      if (item["role"] === "user")
        yield ["event_msg", { type: "user_message", message: textOf(message.content), images: [] }];
    }
  }

  *#answer(message: AssistantMessage): Generator<Line> {
    const { model, provider, usage, errorMessage } = message;
    this.#model = model ?? this.#model;
    if (provider !== undefined && provider !== PROVIDER) this.#notes.changed("provider");
    if (errorMessage !== undefined) this.#notes.lost("errorMessage");
    yield* this.#settings();
    const whole = trimFailedTurn(message).message;
    if (whole !== message) this.#notes.lost("turn-trimmed");
    for (const item of itemsOf(whole, this.#calls, this.#notes)) yield ["response_item", item];
    const text = textOf(whole.content);
    if (text !== "") yield ["event_msg", { type: "agent_message", message: text }];
    if (usage !== undefined) yield ["event_msg", this.#tokens(usage)];
  }

  /** The model and its effort, where they are others than before. */
  *#settings(): Generator<Line> {
    const [model, effort] = [this.#model, this.#effort];
    const told = JSON.stringify([model, effort]);
    if (model === undefined || told === this.#told) return;
    this.#told = told;
    const rules = { approval_policy: "on-request", sandbox_policy: { type: "read-only" }, summary: "auto" };
    yield [
      "turn_context",
      { cwd: this.#session.cwd, ...rules, model, ...(effort !== undefined && { effort }) },
    ];
  }

  /** Codex leaves out a line whose effort it does not know, and the model with it. */
  #effortOf(level: string): string | undefined {
    if (EFFORTS.has(level)) return level;
    this.#notes.changed("thinking_level_change");
    return NEAREST.get(level);
  }

  /** What no person said, but the model gets as if one had. */
  *#injected(type: string, content: Content): Generator<Line> {
    this.#notes.changed(type);
    for (const item of userItems(content, this.#notes)) yield ["response_item", item];
  }

  /** From here on the model gets what stands in the line. */
  #replaced(id: string, message: string): Line {
    this.#calls.close();
    const projection = project(this.#session.context(id), { ending: "as-is" });
    return ["compacted", { message, replacement_history: replacementHistory(projection) }];
  }

  /** Sums are of the thread so far; what came from the cache is a part of the input. */
  #tokens(usage: Usage): JsonObject {
    const { inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens = 0 } = usage;
    const input = inputTokens + cacheReadTokens + cacheWriteTokens;
    const last: Record<string, number> = {
      input_tokens: input,
      cached_input_tokens: cacheReadTokens,
      cache_write_input_tokens: cacheWriteTokens,
      output_tokens: outputTokens,
      reasoning_output_tokens: usage.reasoningTokens ?? 0,
      total_tokens: input + outputTokens,
    };
    for (const [key, count] of Object.entries(last))
      this.#total.set(key, (this.#total.get(key) ?? 0) + count);
    const info = { total_token_usage: Object.fromEntries(this.#total), last_token_usage: last };
    return { type: "token_count", info: { ...info, model_context_window: null }, rate_limits: null };
  }
}

const EFFORTS: ReadonlySet<string> = new Set(["none", "minimal", "low", "medium", "high", "xhigh"]);

/** What Codex calls efforts of others. */
const NEAREST: ReadonlyMap<string, string> = new Map([
  ["off", "none"],
  ["max", "xhigh"],
]);

type Line = readonly [type: string, payload: JsonObject];

/** Codex lists the threads of one provider: those of all others would not be found. */
export const PROVIDER = "openai";
