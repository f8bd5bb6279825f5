import { textIn } from "../../answers/answer-parts.ts";
import { isToolCall, textOf } from "../../format/blocks.ts";
import type { Entry } from "../../format/entries.ts";
import type { JsonObject } from "../../format/json.ts";
import type { Block } from "../../format/messages.ts";
import { Telling, type OpenAnswer } from "../telling.ts";
import { Echoes, echoIn, type Echo } from "./echoes.ts";
import { directoryIn } from "./injected.ts";
import { readItem, type Item } from "./items.ts";
import { digest, LineIds } from "./line-ids.ts";
import type { RolloutLine } from "./line.ts";
import { replacedHistory } from "./replaced-history.ts";
import { TokenCounts } from "./token-counts.ts";
import { TurnStarts } from "./turn-starts.ts";

/** What is known of a thread before its first line. */
export interface ThreadStart {
  /** What the ids of its lines begin with. */
  readonly origin: string;
  readonly timestamp: string;
  readonly cwd: string | undefined;
  readonly provider: string | undefined;
}

/** A line, and what every entry that is made of it has. */
interface At {
  readonly id: string;
  readonly timestamp: string;
}

/** Events behind which nothing more of an answer comes. */
const ENDS: ReadonlySet<unknown> = new Set([
  "task_complete",
  "turn_complete",
  "turn_aborted",
  "task_started",
  "turn_started",
]);

/** No response has so many parts: an answer of more would fill the memory. */
const MOST_PARTS = 1024;

/** Tells the lines of a thread, one after the other. */
export class ThreadTelling {
  readonly #telling = new Telling();
  readonly #ids: LineIds;
  readonly #tokens = new TokenCounts();
  readonly #turns = new TurnStarts();
  readonly #human = new Echoes("user");
  readonly #model = new Echoes("assistant");
  /** Names of tools by the calls that wait for their results. */
  readonly #waiting = new Map<string, string>();
  readonly #provider: string | undefined;
  #timestamp: string;
  #cwd: string | undefined;
  #modelName: string | undefined;
  #effort: string | undefined;
  /** What is known to the branch that is told: a roll back may lead behind its change. */
  #told: { model?: string; effort?: string } = {};
  /** A result has come: the next part of an answer begins another one. */
  #answered = false;

  constructor({ origin, timestamp, cwd, provider }: ThreadStart) {
    this.#ids = new LineIds(origin);
    this.#timestamp = timestamp;
    this.#cwd = cwd;
    this.#provider = provider;
  }

  /** Takes the next line. Gives what is told by now. */
  take(line: RolloutLine): Entry[] {
    this.#timestamp = line.timestamp ?? this.#timestamp;
    const at = { id: this.#ids.next(line), timestamp: this.#timestamp };
    if (line.kind === "response_item") this.#item(at, line);
    else if (line.kind === "event_msg") this.#event(at, line);
    else if (line.kind === "turn_context") this.#context(at, line);
    else if (line.kind === "compacted") this.#compaction(at, line);
    else this.#custom(at, line.kind, line);
    return this.#telling.drain();
  }

  /** Bytes were broken between the last line and the next one. */
  damage(): void {
    this.#human.damage();
    this.#model.damage();
  }

  /** There are no more lines. */
  end(): Entry[] {
    this.#restore(this.#model);
    this.#restore(this.#human);
    this.#telling.settle();
    return this.#telling.drain();
  }

  #item(at: At, line: RolloutLine): void {
    const item = readItem(line.payload);
    if (item === undefined) return this.#custom(at, textIn(line.payload, "type") ?? "response_item", line);
    const { message } = item;
    if (message.role === "user") this.#user(at, item);
    else if (message.role === "assistant") this.#part(at, message.content);
    else if (message.role === "system") {
      this.#telling.settle();
      this.#telling.tell({ type: "message", ...at, message });
    } else {
      this.#answered = true;
      const toolName = this.#waiting.get(message.toolCallId);
      this.#waiting.delete(message.toolCallId);
      const { content, ...rest } = message;
      const named = { ...rest, ...(toolName !== undefined && { toolName }), content };
      this.#telling.tell({ type: "message", ...at, message: named });
    }
  }

  #user(at: At, { message, injected }: Item): void {
    this.#telling.settle();
    if (injected !== undefined) {
      const { role: _, ...said } = message;
      this.#telling.tell({
        type: "custom_message",
        ...at,
        customType: `codex:${injected}`,
        ...said,
        display: false,
      });
      if (this.#cwd === undefined) this.#directory(at, directoryIn(textOf(message.content)));
      return;
    }
    this.#restore(this.#model);
    this.#human.say();
    this.#turns.begin(this.#telling.head);
    this.#telling.tell({ type: "message", ...at, message });
  }

  /** A part of an answer. Parts in a row are one answer, or calls made at once would look like turns. */
  #part(at: At, content: Block[]): void {
    this.#restore(this.#human);
    this.#turns.answered();
    if (content.some(({ type }) => type === "text")) this.#model.say();
    const open = this.#telling.open;
    const full = (open?.message.content.length ?? 0) > MOST_PARTS;
    const going = open === undefined || this.#answered || full ? this.#begin(at) : open;
    going.message.content.push(...content);
    for (const call of content.filter(isToolCall)) {
      this.#waiting.set(call.id, call.name);
      going.message.stopReason = "toolUse";
    }
  }

  #begin(at: At): OpenAnswer {
    this.#answered = false;
    return this.#telling.begin(
      { type: "message", ...at },
      {
        role: "assistant",
        content: [],
        ...(this.#provider !== undefined && { provider: this.#provider }),
        api: "openai-responses",
        ...(this.#modelName !== undefined && { model: this.#modelName }),
        stopReason: "stop",
      },
    );
  }

  #event(at: At, line: RolloutLine): void {
    const { payload } = line;
    const type = textIn(payload, "type") ?? "event_msg";
    const echo = echoIn(payload);
    if (echo !== undefined) {
      this.#human.hear({ ...echo, ...at });
      this.#model.hear({ ...echo, ...at });
    }
    if (ENDS.has(type)) this.#telling.settle();
    if (type === "task_started" || type === "turn_started" || echo?.role === "user")
      this.#turns.lead(this.#telling.head);
    if (type === "token_count") this.#usage(at, line);
    else if (type === "thread_rolled_back") this.#rollBack(at, line);
    else {
      if (type === "thread_name_updated") this.#name(at, payload);
      this.#custom(at, type, line);
    }
  }

  /** What a response used is told with its answer; where that is told already, or there is none, on its own. */
  #usage(at: At, line: RolloutLine): void {
    const used = this.#tokens.since(line.payload);
    const open = this.#telling.open;
    if (used === undefined) return this.#custom(at, "token_count", line);
    const usage = { ...used, codex: line.payload };
    const total = JSON.stringify(line.payload["info"]);
    if (open !== undefined && open.message.usage === undefined) {
      open.message.usage = usage;
      open.message.responseId = digest(open.entry.id, total);
      return this.#telling.settle();
    }
    const provider = this.#provider === undefined ? {} : { provider: this.#provider };
    const from = { ...provider, model: this.#modelName ?? "unknown", responseId: digest(at.id, total) };
    this.#telling.tell({ type: "usage", ...at, kind: "response", ...from, usage });
  }

  #context(at: At, line: RolloutLine): void {
    const { payload } = line;
    this.#turns.lead(this.#telling.head);
    this.#telling.settle();
    this.#modelName = textIn(payload, "model") ?? this.#modelName;
    this.#effort = textIn(payload, "effort") ?? textIn(payload, "reasoning_effort") ?? this.#effort;
    this.#custom(at, "turn_context", line);
    const { model, effort } = this.#told;
    if (this.#modelName !== undefined && this.#modelName !== model) {
      const provider = this.#provider === undefined ? {} : { provider: this.#provider };
      this.#tellBeside(at, "model", { type: "model_change", ...provider, model: this.#modelName });
    }
    if (this.#effort !== undefined && this.#effort !== effort)
      this.#tellBeside(at, "effort", { type: "thinking_level_change", thinkingLevel: this.#effort });
    this.#told = {
      ...(this.#modelName !== undefined && { model: this.#modelName }),
      ...(this.#effort !== undefined && { effort: this.#effort }),
    };
    this.#directory(at, textIn(payload, "cwd"));
  }

  #directory(at: At, cwd: string | undefined): void {
    if (cwd === undefined || cwd === this.#cwd) return;
    this.#cwd = cwd;
    this.#tellBeside(at, "cwd", { type: "session_info", cwd });
  }

  #name(at: At, payload: JsonObject): void {
    const name = textIn(payload, "thread_name");
    if (name !== undefined) this.#tellBeside(at, "name", { type: "session_info", name });
  }

  #compaction(at: At, line: RolloutLine): void {
    this.#restore(this.#model);
    this.#telling.settle();
    const { message, replacement_history: history, ...rest } = line.payload;
    const summary = typeof message === "string" ? message : "";
    const replaced = Array.isArray(history)
      ? { messages: replacedHistory(history), ...(summary !== "" && { summary }) }
      : { summary };
    const codex = Object.keys(rest).length === 0 ? {} : { codex: rest };
    this.#telling.tell({ type: "compaction", ...at, ...replaced, firstKeptEntryId: null, ...codex });
  }

  /** The turns that are taken back stay a branch of their own. */
  #rollBack(at: At, line: RolloutLine): void {
    this.#restore(this.#model);
    this.#telling.settle();
    const count = line.payload["num_turns"];
    if (typeof count === "number" && count > 0)
      this.#telling.head = this.#turns.rollBack(count, this.#telling.head);
    this.#told = {};
    this.#custom(at, "thread_rolled_back", line);
  }

  /** Tells the texts whose items are lost. */
  #restore(echoes: Echoes): void {
    for (const echo of echoes.end()) this.#restored(echo);
  }

  #restored({ role, text, id, timestamp }: Echo): void {
    const content: Block[] = [{ type: "text", text }];
    const at = { id: `${id}-said`, timestamp };
    this.#telling.settle();
    if (role === "user") this.#turns.begin(this.#telling.head);
    this.#telling.tell({ type: "message", ...at, message: { role, content, codex: { from: "event_msg" } } });
  }

  #tellBeside({ id, timestamp }: At, what: string, body: JsonObject & { type: string }): void {
    this.#telling.tell({ ...body, id: `${id}-${what}`, timestamp });
  }

  #custom(at: At, kind: string, { value }: RolloutLine): void {
    this.#telling.tell({ type: "custom", ...at, customType: `codex:${kind}`, data: value });
  }
}
