import type { Entry, MessageEntry } from "../format/entries.ts";
import { isAnnotation } from "../format/entry-kinds.ts";
import type { JsonObject } from "../format/json.ts";
import type { AssistantMessage, Block } from "../format/messages.ts";

/** An entry without its place in the tree. */
export type Body = JsonObject & { readonly type: string; readonly id: string; readonly timestamp: string };

/** An answer of which more may come. */
export interface OpenAnswer {
  readonly entry: MessageEntry;
  readonly message: AssistantMessage & { content: Block[] };
  /** A result has come: what the model says next is another answer. */
  complete: boolean;
}

/** So many entries stand behind an open answer at most: they are kept in memory. */
const MOST_HELD = 256;

/** Tells entries one behind the other, and holds an answer back until all of it is there. */
export class Telling {
  /** What the next entry stands behind; set it to go on elsewhere. */
  head: string | null = null;
  #open: OpenAnswer | undefined;
  #held: Entry[] = [];
  #ready: Entry[] = [];

  /** The answer that is held back. */
  get open(): OpenAnswer | undefined {
    return this.#open;
  }

  /** Tells a tool's result. */
  tellResult(body: Body): void {
    if (this.#open !== undefined) this.#open.complete = true;
    this.tell(body);
  }

  tell(body: Body): void {
    const entry = { ...body, parentId: this.head } as Entry;
    if (!isAnnotation(body.type)) this.head = body.id;
    if (this.#open === undefined) this.#ready.push(entry);
    else if (this.#held.push(entry) > MOST_HELD) this.settle();
  }

  /** Begins an answer that more blocks, or its usage, can be added to until it is settled. */
  begin(body: Body, message: AssistantMessage & { content: Block[] }): OpenAnswer {
    this.settle();
    const entry = { ...body, parentId: this.head, type: "message", message } as MessageEntry;
    this.head = body.id;
    this.#open = { entry, message, complete: false };
    return this.#open;
  }

  /** Nothing more is added to the open answer. */
  settle(): void {
    if (this.#open !== undefined) this.#ready.push(this.#open.entry);
    for (const entry of this.#held) this.#ready.push(entry);
    this.#open = undefined;
    this.#held = [];
  }

  /** What is told since the last time. */
  drain(): Entry[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}
