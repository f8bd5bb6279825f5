import type { JsonObject } from "../../format/json.ts";
import { Teller } from "../teller.ts";
import type { Told } from "../translation.ts";
import { readAnswer, type ReadStep } from "./answer.ts";
import { isoTime, objectAt, textAt } from "./fields.ts";
import { sessionHeader } from "./header.ts";
import { readPrompt } from "./prompt.ts";
import type { StoredMessage, StoredSession, UnknownRecord } from "./stored.ts";

/** Tells a stored session. */
export function* conversation({ id, info, content }: StoredSession): Generator<Told> {
  const telling = new Conversation(id, objectAt(info, "revert"));
  const header = { header: sessionHeader(id, info) };
  let isTold = Object.keys(info).length > 0;
  if (isTold) yield header;
  for (const one of content) {
    if ("damage" in one || "notice" in one) {
      yield one;
      continue;
    }
    if (!isTold) yield header;
    isTold = true;
    if ("message" in one) yield* telling.message(one.message);
    else yield telling.unknown(one);
  }
  yield* telling.end();
  if (objectAt(info, "time")["archived"] !== undefined) yield telling.archived();
}

/** Where opencode went back to: this message, or this part of it, and all that follows is hidden. */
interface Revert {
  readonly message: string | undefined;
  readonly part: string | undefined;
}

class Conversation {
  readonly #teller: Teller;
  readonly #revert: Revert;
  /** The first entry of each message, for compactions that keep from there on. */
  readonly #entries = new Map<string, string>();
  /** From which message on the next compaction keeps. */
  #tail: string | undefined;
  /** The active leaf before what was reverted. */
  #shown: string | null | undefined;
  #time = "";

  constructor(session: string, revert: JsonObject) {
    this.#teller = new Teller(session);
    this.#revert = { message: textAt(revert, "messageID"), part: textAt(revert, "partID") };
  }

  *message(message: StoredMessage): Generator<Told> {
    const { id, info } = message;
    this.#time = isoTime(objectAt(info, "time")["created"]) || this.#time;
    const entry = this.#teller.id(id);
    if (!this.#entries.has(id)) this.#entries.set(id, entry);
    if (id === this.#revert.message && this.#revert.part === undefined) this.#hide();
    if (info["role"] === "user") yield* this.#prompt(message, entry);
    else if (info["role"] === "assistant") yield* this.#answer(message, entry);
    else yield this.#custom(bare(message), entry, "message");
  }

  /** A record of a form that is not known. */
  unknown({ unknown, id, kind, time }: UnknownRecord): Told {
    this.#time = isoTime(time) || this.#time;
    return this.#custom(unknown, this.#teller.id(id), kind);
  }

  #custom(data: JsonObject, entry: string, kind: string): Told {
    return this.#teller.node({ type: "custom", customType: `opencode:${kind}`, data }, entry, this.#time);
  }

  /** Leaves what was reverted as a branch. */
  *end(): Generator<Told> {
    const { message } = this.#revert;
    if (this.#shown !== undefined)
      yield this.#teller.back(this.#shown, this.#teller.id(`${message}:revert`), this.#time);
    else if (message !== undefined) yield { notice: "It was reverted to a message that it does not hold" };
  }

  archived(): Told {
    return this.#teller.annotation(
      { type: "archive", on: true },
      this.#teller.idOfPlace("archived"),
      this.#time,
    );
  }

  #hide(): void {
    if (this.#shown === undefined) this.#shown = this.#teller.leaf;
  }

  #reach(parts: readonly string[]): void {
    if (this.#revert.part !== undefined && parts.includes(this.#revert.part)) this.#hide();
  }

  *#prompt(message: StoredMessage, entry: string): Generator<Told> {
    const compaction = message.parts.find(({ value }) => value["type"] === "compaction");
    this.#reach(message.parts.map(({ id }) => id));
    if (compaction !== undefined) {
      this.#tail = textAt(compaction.value, "tail_start_id");
      yield this.#custom(bare(message), entry, "compaction");
      return;
    }
    const { own, added, rest } = readPrompt(message);
    const { role: _, ...info } = message.info;
    const opencode = { ...info, ...(rest.length > 0 && { parts: rest }) };
    const alone = own.length === 0 && added.length > 0;
    if (!alone)
      yield this.#teller.node(
        { type: "message", message: { role: "user", content: own, opencode } },
        entry,
        this.#time,
      );
    if (added.length === 0) return;
    const body = { type: "custom_message", customType: "opencode:synthetic", content: added, display: false };
    const id = alone ? entry : this.#teller.id(`${entry}:synthetic`);
    yield this.#teller.node(alone ? { ...body, opencode } : body, id, this.#time);
  }

  *#answer(message: StoredMessage, entry: string): Generator<Told> {
    const steps = readAnswer(message);
    const summary = summaryOf(message, steps);
    if (summary !== undefined) {
      yield this.#compaction(summary, steps, entry);
      return;
    }
    for (const [index, step] of steps.entries()) {
      this.#reach(step.ids);
      const id = index === 0 ? entry : this.#teller.id(`${entry}:${step.ids[0]}`);
      yield this.#teller.node({ type: "message", message: step.message }, id, this.#time);
      for (const result of step.results)
        yield this.#teller.node(
          { type: "message", message: result },
          this.#teller.id(`${id}:${result.toolCallId}`),
          this.#time,
        );
    }
  }

  #compaction(summary: string, steps: readonly ReadStep[], entry: string): Told {
    const { provider, model, usage, ["opencode"]: opencode } = steps.at(-1)!.message;
    const firstKeptEntryId = this.#entries.get(this.#tail ?? "") ?? null;
    this.#tail = undefined;
    const body = { type: "compaction", summary, firstKeptEntryId, usage, provider, model, opencode };
    return this.#teller.node(body, entry, this.#time);
  }
}

/** The summary that a message gives in place of what stands before it; undefined if it gives none, or is not done. */
function summaryOf({ info }: StoredMessage, steps: readonly ReadStep[]): string | undefined {
  const done = info["finish"] !== undefined || objectAt(info, "time")["completed"] !== undefined;
  if (info["summary"] !== true || !done || info["error"] !== undefined) return undefined;
  const texts = steps.flatMap(({ message }) =>
    (message.content as { type: string; text?: string }[]).flatMap(({ type, text }) =>
      type === "text" ? text! : [],
    ),
  );
  const summary = texts.join("\n\n");
  return summary.trim() === "" ? undefined : summary;
}

function bare({ info, parts }: StoredMessage): JsonObject {
  return { info, parts: parts.map(({ value }) => value) };
}
