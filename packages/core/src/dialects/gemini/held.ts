import type { Usage } from "../../format/messages.ts";
import type { JsonObject } from "../../format/json.ts";
import { type Body, saidBy } from "./message.ts";

/** A message as a chat writes it; `id` is its own, or made of its place. */
export interface Line {
  readonly id: string;
  readonly record: JsonObject;
}

/** A message that a chat still holds, and how it was told. */
export interface Held {
  readonly id: string;
  /** Its entry; undefined: it has none of its own. */
  readonly entry: string | undefined;
  /** The active leaf before it. */
  readonly before: string | null;
  /** Not for the model. */
  readonly silent: boolean;
  /** A digest of what it says. */
  said: string;
  /** Whether its tokens were told. */
  counted: boolean;
  /** The calls whose results were told with it. */
  readonly calls: string[];
}

/** What a chat holds, in order: rewinding and replacing take messages away. */
export class HeldMessages {
  #inOrder: Held[] = [];
  readonly #byId = new Map<string, Held>();

  get(id: string): Held | undefined {
    return this.#byId.get(id);
  }

  /** The messages that the model gets. */
  spoken(): Held[] {
    return this.#inOrder.filter(({ silent }) => !silent);
  }

  /** Of several with one id the last; -1: it holds none. */
  lastIndexOf(id: string): number {
    return this.#inOrder.findLastIndex((held) => held.id === id);
  }

  at(index: number): Held | undefined {
    return this.#inOrder[index];
  }

  add(id: string, entry: string | undefined, before: string | null, body: Body | undefined): Held {
    const silent = body === undefined || body.type === "custom";
    const counted = usageOf(body) !== undefined;
    const held = { id, entry, before, silent, said: saidBy(body), counted, calls: [] };
    this.keep([held]);
    return held;
  }

  keep(messages: readonly Held[]): void {
    for (const held of messages) {
      this.#inOrder.push(held);
      this.#byId.set(held.id, held);
    }
  }

  /** Drops the messages from `index` on, and gives them. */
  dropFrom(index: number): Held[] {
    const dropped = this.#inOrder.splice(index);
    for (const { id } of dropped) this.#byId.delete(id);
    return dropped;
  }
}

/** The tokens that a message tells. */
export function usageOf(body: Body | undefined): Usage | undefined {
  return body?.type === "message" && body.message.role === "assistant" ? body.message.usage : undefined;
}
