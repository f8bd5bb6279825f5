import type { CompactionEntry, Entry, ModelRef } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import type { Content, Message, SystemMessage } from "../format/messages.ts";
import type { PathEntry, PathState } from "./types.ts";

/** A system message with the entry it comes from. */
export interface SystemSource {
  readonly entryId: string;
  readonly timestamp: string;
  readonly message: SystemMessage;
}

/**
 * What is in force at the end of a path, whatever a compaction or an edit hides. The state that a compaction carries
 * stands for everything before it, so a path may as well start there: the answer is the same.
 */
export function stateAt(path: readonly PathEntry[]): PathState {
  const replay = new StateReplay();
  for (const item of path) replay.take(item);
  return replay.state();
}

/** The system messages in force behind the entry at `index` of a path, in order. */
export function systemAt(path: readonly PathEntry[], index: number): readonly SystemSource[] {
  const replay = new StateReplay();
  for (let at = 0; at <= index; at++) replay.take(path[at]!);
  return replay.system;
}

/** The system messages that a compaction's own messages bring: they take the place of those before it. */
export function ownSystem(compaction: CompactionEntry): SystemSource[] {
  return sourcesOf(compaction, compaction.messages ?? []);
}

/** Follows the state along a path, entry by entry. */
export class StateReplay {
  #model: ModelRef | null = null;
  #thinkingLevel: string | null = null;
  #queue = new Queue();
  #system: SystemSource[] = [];

  get system(): readonly SystemSource[] {
    return this.#system;
  }

  state(): PathState {
    const system = this.#system.map(({ message }) => message);
    return { model: this.#model, thinkingLevel: this.#thinkingLevel, queue: this.#queue.waiting, system };
  }

  take({ entry, problem }: PathEntry): void {
    if (problem !== undefined) return;
    if (isEntry(entry, "message")) this.#takeMessage(entry, entry.message);
    else if (isEntry(entry, "model_change")) this.#model = modelRef(entry.model, entry.provider);
    else if (isEntry(entry, "thinking_level_change")) this.#thinkingLevel = entry.thinkingLevel;
    else if (isEntry(entry, "queue")) this.#queue.apply(entry.operation, entry.content);
    else if (isEntry(entry, "compaction")) this.#takeCompaction(entry);
  }

  #takeMessage({ id: entryId, timestamp }: Entry, message: Message): void {
    if (message.role === "system") this.#system.push({ entryId, timestamp, message });
    if (message.role === "assistant" && message.model !== undefined) {
      this.#model = modelRef(message.model, message.provider);
    }
  }

  #takeCompaction(entry: CompactionEntry): void {
    const { model, thinkingLevel, queue, system } = entry.state ?? {};
    if (model !== undefined) this.#model = model && modelRef(model.model, model.provider);
    if (thinkingLevel !== undefined) this.#thinkingLevel = thinkingLevel;
    if (queue !== undefined) this.#queue = new Queue(queue);
    if (system !== undefined) this.#system = sourcesOf(entry, system);
    const own = ownSystem(entry);
    if (own.length > 0) this.#system = own;
  }
}

/** First in, first out; what was taken is skipped, as `shift` would be slow on a long queue. */
class Queue {
  #contents: Content[];
  #taken = 0;

  constructor(contents: readonly Content[] = []) {
    this.#contents = [...contents];
  }

  get waiting(): Content[] {
    return this.#contents.slice(this.#taken);
  }

  apply(operation: "enqueue" | "dequeue" | "clear", content: Content | undefined): void {
    if (operation === "enqueue" && content !== undefined) this.#contents.push(content);
    if (operation === "dequeue") this.#taken = Math.min(this.#taken + 1, this.#contents.length);
    if (operation === "clear") this.#taken = this.#contents.length;
  }
}

function modelRef(model: string, provider: string | undefined): ModelRef {
  return provider === undefined ? { model } : { provider, model };
}

function sourcesOf({ id: entryId, timestamp }: Entry, messages: readonly Message[]): SystemSource[] {
  const sources: SystemSource[] = [];
  for (const message of messages)
    if (message.role === "system") sources.push({ entryId, timestamp, message });
  return sources;
}
