import { textIn } from "../../answers/answer-parts.ts";
import { isToolCall, textOf } from "../../format/blocks.ts";
import type { Entry } from "../../format/entries.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { Block } from "../../format/messages.ts";
import { keptAs } from "../kept-as.ts";
import { Telling, type OpenAnswer } from "../telling.ts";
import { carrying } from "./content.ts";
import { Echoes, echoIn, type Echo } from "./echoes.ts";
import { directoryIn } from "./injected.ts";
import { readItem, type Item } from "./items.ts";
import { digest, LineIds } from "./line-ids.ts";
import type { RolloutLine } from "./line.ts";
import { replacedHistory } from "./replaced-history.ts";
import { Settings, type Change } from "./settings.ts";
import { TokenCounts } from "./token-counts.ts";
import { TurnStarts, type Place } from "./turn-starts.ts";

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

/** Events that begin and end a turn: nothing more of an answer comes behind them. */
const BEGINS: ReadonlySet<string> = new Set(["task_started", "turn_started"]);
const ENDS: ReadonlySet<string> = new Set(["task_complete", "turn_complete", "turn_aborted"]);

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
  readonly #settings: Settings;
  #timestamp: string;
  /** The conversation before the line that is told. */
  #before = "";

  constructor({ origin, timestamp, cwd, provider }: ThreadStart) {
    this.#ids = new LineIds(origin);
    this.#timestamp = timestamp;
    this.#settings = new Settings(cwd, provider);
  }

  /** Takes the next line. Gives what is told by now. */
  take(line: RolloutLine): Entry[] {
    this.#timestamp = line.timestamp ?? this.#timestamp;
    const { conversation } = this.#ids;
    const at = { id: this.#ids.next(line), timestamp: this.#timestamp };
    this.#before = conversation;
    if (line.kind === "response_item") this.#item(at, line);
    else if (line.kind === "event_msg") this.#event(at, line);
    else if (line.kind === "turn_context") this.#context(at, line);
    else if (line.kind === "compacted") this.#compaction(at, line);
    else if (line.kind === "inter_agent_communication") this.#communication(at, line);
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

  /** Where the thread stood before the line that is told. */
  get #place(): Place {
    return { head: this.#telling.head, conversation: this.#before };
  }

  #item(at: At, line: RolloutLine): void {
    const item = readItem(line.payload);
    if (item === undefined) return this.#custom(at, textIn(line.payload, "type") ?? "response_item", line);
    const { message } = item;
    const kept = keptAs("codex", line.beside, []);
    if (message.role === "user") this.#user(at, item, line.beside);
    else if (message.role === "assistant") this.#part(at, message.content, keptAs("line", line.beside, []));
    else if (message.role === "system") {
      this.#telling.settle();
      this.#telling.tell({ type: "message", ...at, ...kept, message });
    } else {
      this.#turns.answered();
      const toolName = this.#waiting.get(message.toolCallId);
      this.#waiting.delete(message.toolCallId);
      const { content, ...rest } = message;
      const named = { ...rest, ...(toolName !== undefined && { toolName }), content };
      this.#telling.tellResult({ type: "message", ...at, ...kept, message: named });
    }
  }

  #user(at: At, { message, injected }: Item, beside: JsonObject): void {
    this.#telling.settle();
    const kept = keptAs("codex", beside, []);
    if (injected !== undefined) {
      if (injected === "agent_message") this.#turns.begin(this.#place);
      const { role: _, content, codex } = message;
      const all = keptAs("codex", { ...beside, ...(isJsonObject(codex) && codex) }, []);
      const said = { customType: `codex:${injected}`, content, display: false };
      this.#telling.tell({ type: "custom_message", ...at, ...said, ...all });
      const { cwd } = this.#settings;
      if (cwd === undefined) this.#changes(at, this.#settings.moveTo(directoryIn(textOf(content))));
      return;
    }
    this.#restore(this.#model);
    this.#human.say();
    this.#turns.begin(this.#place);
    this.#telling.tell({ type: "message", ...at, ...kept, message });
  }

  /** What another agent says comes to the model as a text. */
  #communication(at: At, line: RolloutLine): void {
    const { content, ...codex } = line.payload;
    if (typeof content !== "string" || content === "") return this.#custom(at, line.kind, line);
    this.#telling.settle();
    if (codex["trigger_turn"] === true) this.#turns.begin(this.#place);
    const said = { customType: `codex:${line.kind}`, content, display: false };
    const kept = keptAs("codex", { ...codex, ...line.beside }, []);
    this.#telling.tell({ type: "custom_message", ...at, ...said, ...kept });
  }

  /** A part of an answer. Parts in a row are one answer, or calls made at once would look like turns. */
  #part(at: At, content: readonly Block[], line: JsonObject): void {
    this.#restore(this.#human);
    this.#turns.answered();
    if (content.some(({ type }) => type === "text")) this.#model.say();
    const open = this.#telling.open;
    const goesOn = open !== undefined && !open.complete && open.message.content.length < MOST_PARTS;
    const going = goesOn ? open : this.#begin(at);
    for (const [index, block] of content.entries())
      going.message.content.push(index === 0 ? carrying(block, line) : block);
    for (const call of content.filter(isToolCall)) {
      this.#waiting.set(call.id, call.name);
      going.message.stopReason = "toolUse";
    }
  }

  #begin(at: At): OpenAnswer {
    return this.#telling.begin(
      { type: "message", ...at },
      {
        role: "assistant",
        content: [],
        ...this.#settings.from,
        api: "openai-responses",
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
    if (BEGINS.has(type) || ENDS.has(type)) this.#telling.settle();
    if (ENDS.has(type)) this.#turns.answered();
    if (BEGINS.has(type) || echo?.role === "user") this.#turns.lead(this.#place);
    if (type === "token_count") this.#usage(at, line);
    else if (type === "thread_rolled_back") this.#rollBack(at, line);
    else {
      this.#custom(at, type, line);
      const name = type === "thread_name_updated" ? textIn(payload, "thread_name") : undefined;
      if (name !== undefined) this.#changes(at, [["name", { type: "session_info", name }]]);
    }
  }

  /** What a response used is told with its answer; where that is told already, or there is none, on its own. */
  #usage(at: At, line: RolloutLine): void {
    const used = this.#tokens.since(line.payload);
    const open = this.#telling.open;
    if (used === undefined) return this.#custom(at, "token_count", line);
    const usage = { ...used, codex: line.value };
    const total = JSON.stringify(line.payload["info"]);
    if (open !== undefined && open.message.usage === undefined) {
      open.message.usage = usage;
      open.message.responseId = digest(open.entry.id, total);
      return this.#telling.settle();
    }
    const from = { model: "unknown", ...this.#settings.from, responseId: digest(at.id, total) };
    this.#telling.tell({ type: "usage", ...at, kind: "response", ...from, usage });
  }

  #context(at: At, line: RolloutLine): void {
    this.#turns.lead(this.#place);
    this.#telling.settle();
    this.#custom(at, "turn_context", line);
    this.#changes(at, this.#settings.take(line.payload));
  }

  #compaction(at: At, line: RolloutLine): void {
    this.#restore(this.#model);
    this.#telling.settle();
    const { message, replacement_history: history, ...rest } = line.payload;
    const summary = typeof message === "string" ? message : "";
    const replaced = Array.isArray(history)
      ? { messages: replacedHistory(history), ...(summary !== "" && { summary }) }
      : { summary };
    const kept = keptAs("codex", { ...rest, ...line.beside }, []);
    this.#telling.tell({ type: "compaction", ...at, ...replaced, firstKeptEntryId: null, ...kept });
  }

  /** The turns that are taken back stay a branch of their own. */
  #rollBack(at: At, line: RolloutLine): void {
    this.#restore(this.#model);
    this.#telling.settle();
    const count = line.payload["num_turns"];
    const place = typeof count === "number" && count > 0 ? this.#turns.rollBack(count) : undefined;
    if (place !== undefined) {
      this.#telling.head = place.head;
      this.#ids.goBackTo(place.conversation);
      this.#settings.rollBack();
    }
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
    if (role === "user") this.#turns.begin(this.#place);
    this.#telling.tell({ type: "message", ...at, message: { role, content, codex: { from: "event_msg" } } });
  }

  #changes({ id, timestamp }: At, changes: readonly Change[]): void {
    for (const [what, body] of changes) this.#telling.tell({ ...body, id: `${id}-${what}`, timestamp });
  }

  #custom(at: At, kind: string, { value }: RolloutLine): void {
    this.#telling.tell({ type: "custom", ...at, customType: `codex:${kind}`, data: value });
  }
}
