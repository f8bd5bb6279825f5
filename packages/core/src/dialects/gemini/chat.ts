import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { isToolCall, toBlocks } from "../../format/blocks.ts";
import type { AssistantMessage, ToolResultMessage } from "../../format/messages.ts";
import { oneLine } from "../../format/one-line.ts";
import { groupBy } from "../../usage/group-by.ts";
import { Teller } from "../teller.ts";
import type { Told } from "../translation.ts";
import { type Held, HeldMessages, type Line, usageOf } from "./held.ts";
import { contentOf, digest, messagesOf, readMessage, type ReadMessage, saidBy } from "./message.ts";
import { type Renewed, replacementBy } from "./replacement.ts";

const NAME_LENGTH = 200;

/**
 * Tells a chat record by record. A message is written anew whenever something of it changes, mostly while it is the last
 * one: so the last one waits until another follows. What changes later is told as an edit, a result or usage of its own.
 */
export class Chat {
  readonly #teller: Teller;
  readonly #held = new HeldMessages();
  readonly #results = new Map<string, { readonly entry: string; said: string }>();
  /** The ids of the calls of the last answer, by the names of their tools. */
  #calls = new Map<string, string[]>();
  #waiting: Line | undefined;
  #time: string;

  constructor(session: string, time: string) {
    this.#teller = new Teller(session);
    this.#time = time;
  }

  /** A message, for the first time or anew. `place` stands for an id that it does not have. */
  *message(record: JsonObject, place: string | number): Generator<Told> {
    yield* this.#take(lineOf(record, place));
  }

  /** Tells what waits. */
  *end(): Generator<Told> {
    const line = this.#waiting;
    this.#waiting = undefined;
    if (line !== undefined) yield* this.#tell(line);
  }

  /** Goes back before the message `to`: it and what follows stay as a branch. */
  *rewind(record: JsonObject, to: string, place: string | number): Generator<Told> {
    yield* this.end();
    const at = this.#held.lastIndexOf(to);
    if (at < 0)
      yield { notice: `It was rewound to a message that it does not hold: nothing before that counts` };
    const leaf = this.#held.at(at)?.before ?? null;
    yield this.#back(Math.max(at, 0), leaf, { gemini: record }, place);
  }

  /** What is said of the whole chat; `messages` replaces all that it holds. */
  *about({ messages, ...values }: JsonObject, place: string | number): Generator<Told> {
    if (Array.isArray(messages) && messages.length > 0) yield* this.#replace(messages, place);
    // When it was written last is the time of its last message.
    const { lastUpdated: _, sessionId: _id, ...rest } = values;
    if (Object.keys(rest).length === 0) return;
    const { summary } = rest;
    const name = typeof summary === "string" ? { name: oneLine(summary, NAME_LENGTH) } : {};
    const body = { type: "session_info", ...name, gemini: rest };
    yield this.#teller.annotation(body, this.#teller.idOfPlace(place), this.#time);
  }

  /** A record of a kind that is not known. */
  *unknown(record: JsonObject, place: string | number): Generator<Told> {
    yield* this.end();
    const body = { type: "custom", customType: "gemini:record", data: record };
    yield this.#teller.node(body, this.#teller.idOfPlace(place), this.#time);
  }

  *#take(line: Line): Generator<Told> {
    if (this.#waiting?.id !== line.id) {
      yield* this.end();
      const held = this.#held.get(line.id);
      if (held !== undefined) {
        yield* this.#again(held, line);
        return;
      }
    }
    this.#waiting = line;
  }

  *#tell({ id, record }: Line): Generator<Told> {
    const { timestamp } = record;
    if (typeof timestamp === "string" && timestamp !== "") this.#time = timestamp;
    const entry = this.#teller.id(id);
    const before = this.#teller.leaf;
    const { body, results } = readMessage(record, entry);
    if (body !== undefined) yield this.#teller.node(body, entry, this.#time);
    if (body?.type === "message" && body.message.role === "assistant") this.#calls = callsOf(body.message);
    const held = this.#held.add(id, body === undefined ? undefined : entry, before, body);
    yield* this.#answers(held, results, body !== undefined);
  }

  /** Results that were not told yet; with `anew` those that say something else now, too. */
  *#answers(held: Held, results: readonly ToolResultMessage[], anew: boolean): Generator<Told> {
    for (const result of results) {
      const message = this.#named(result);
      const known = this.#results.get(message.toolCallId);
      const said = digest(message.content);
      if (known === undefined) {
        const entry = this.#teller.id(`${held.id}:${message.toolCallId}`);
        this.#results.set(message.toolCallId, { entry, said });
        held.calls.push(message.toolCallId);
        yield this.#teller.node({ type: "message", message }, entry, this.#time);
      } else if (anew && known.said !== said) {
        known.said = said;
        yield this.#edit(known.entry, message.content);
      }
    }
  }

  /** Calls of older models have no ids: a result answers the next one of its name. */
  #named(result: ToolResultMessage): ToolResultMessage {
    if (result.toolCallId !== "") return result;
    const ids = this.#calls.get(result.toolName ?? "") ?? [];
    let id = ids.shift();
    while (id !== undefined && this.#results.has(id)) id = ids.shift();
    return id === undefined ? result : { ...result, toolCallId: id };
  }

  /** A message that was told already. */
  *#again(held: Held, { record }: Line): Generator<Told> {
    const read = readMessage(record, held.entry ?? held.id);
    yield* this.#saidAnew(held, read, record);
    yield* this.#answers(held, read.results, read.body !== undefined);
    const usage = usageOf(read.body);
    if (usage === undefined || held.counted) return;
    held.counted = true;
    const model = typeof record["model"] === "string" ? record["model"] : "";
    const body = { type: "usage", kind: "response", provider: "google", model, usage };
    yield this.#teller.node(body, this.#teller.id(`${held.id}:usage`), this.#time);
  }

  *#saidAnew(held: Held, { body }: ReadMessage, record: JsonObject): Generator<Told> {
    const said = saidBy(body);
    if (body === undefined || held.entry === undefined || said === held.said) return;
    held.said = said;
    if (body.type !== "custom" && !held.silent) yield this.#edit(held.entry, contentOf(body));
    else {
      const rewritten = { type: "custom", customType: "gemini:rewritten", data: record };
      yield this.#teller.node(rewritten, this.#teller.id(`${held.id}:rewritten`), this.#time);
    }
  }

  *#replace(messages: readonly unknown[], place: string | number): Generator<Told> {
    yield* this.end();
    const lines = messages.filter(isJsonObject).map((record, index) => lineOf(record, `${place}:${index}`));
    const replacement = replacementBy(
      lines.filter((line) => this.#matters(line)),
      this.#held.spoken(),
    );
    if (replacement.kind === "compacted") {
      yield* this.#compact(replacement.head, replacement.tail, place);
      return;
    }
    for (const [held, line] of replacement.same) yield* this.#again(held, line);
    if (replacement.kind === "grown") for (const line of replacement.more) yield* this.#take(line);
    else {
      const { id, before } = replacement.from;
      yield this.#back(this.#held.lastIndexOf(id), before, {}, place);
    }
  }

  /** Whether a line of a replacement is neither hidden from the model nor a turn of results that stand beside their calls. */
  #matters({ id, record }: Line): boolean {
    if (this.#held.get(id)?.silent === true) return false;
    const { body, results } = readMessage(record, id);
    return body !== undefined || !results.every(({ toolCallId }) => this.#results.has(toolCallId));
  }

  *#compact(head: readonly Line[], tail: readonly Renewed[], place: string | number): Generator<Told> {
    // New messages with nothing kept behind them are told as all others are.
    const fresh = tail.length === 0 && head.every(({ id }) => this.#held.get(id) === undefined);
    const read = fresh ? [] : head.map(({ id, record }) => readMessage(record, id));
    const before = this.#teller.leaf;
    const body = {
      type: "compaction",
      messages: read.flatMap(messagesOf),
      firstKeptEntryId: tail[0]?.[0].entry ?? null,
      gemini: { messages: [...head, ...tail.map(([, line]) => line)].map(({ id }) => id) },
    };
    yield this.#teller.node(body, this.#teller.idOfPlace(place), this.#time);
    this.#held.dropFrom(0);
    for (const [index, { body: said }] of read.entries())
      this.#held.add(head[index]!.id, undefined, before, said);
    this.#held.keep(tail.map(([held]) => held));
    for (const [held, line] of tail) yield* this.#again(held, line);
    if (fresh) for (const line of head) yield* this.#take(line);
  }

  #edit(targetId: string, content: unknown): Told {
    const body = { type: "context_edit", targetId, replacement: content };
    return this.#teller.node(body, this.#teller.id(`${targetId}:edit`), this.#time);
  }

  /** Drops the messages from `at` on, and moves the leaf. */
  #back(at: number, leaf: string | null, more: JsonObject, place: string | number): Told {
    for (const { calls } of this.#held.dropFrom(at)) for (const call of calls) this.#results.delete(call);
    return this.#teller.back(leaf, this.#teller.idOfPlace(place), this.#time, more);
  }
}

function callsOf({ content }: AssistantMessage): Map<string, string[]> {
  const calls = groupBy(toBlocks(content).filter(isToolCall), ({ name }) => name);
  return new Map([...calls].map(([name, blocks]) => [name, blocks.map(({ id }) => id)]));
}

function lineOf(record: JsonObject, place: string | number): Line {
  const { id } = record;
  return { id: typeof id === "string" && id !== "" ? id : `at-${place}`, record };
}
