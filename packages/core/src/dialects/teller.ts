import type { Entry } from "../format/entries.ts";
import type { JsonObject } from "../format/json.ts";
import { derivedId } from "../log/derived-id.ts";
import { EntryIds } from "./entry-ids.ts";
import type { Told } from "./translation.ts";

/** Tells the entries of a session one behind the other, and keeps the active leaf that replaying them gives. */
export class Teller {
  readonly #ids = new EntryIds();
  readonly #session: string;
  #leaf: string | null = null;

  constructor(session: string) {
    this.#session = session;
  }

  get leaf(): string | null {
    return this.#leaf;
  }

  /** An id that the agent gives, or one that is made of such; told once, it is another. */
  id(wanted: string): string {
    return this.#ids.take(wanted);
  }

  /** The id of what has none, from its place: what never changes when the session grows. */
  idOfPlace(place: string | number): string {
    return this.#ids.take(derivedId(`${this.#session}:${place}`, 0));
  }

  /** A node behind the leaf; it becomes the leaf. `body` is the entry without its envelope. */
  node(body: JsonObject, id: string, timestamp: string): Told {
    const told = this.annotation(body, id, timestamp);
    this.#leaf = id;
    return told;
  }

  annotation(body: JsonObject, id: string, timestamp: string): Told {
    return { entry: { ...body, id, parentId: this.#leaf, timestamp } as Entry };
  }

  /** Moves the leaf; what stands behind it stays as a branch. */
  back(leaf: string | null, id: string, timestamp: string, more: JsonObject = {}): Told {
    const told = this.annotation({ type: "leaf", targetId: leaf, ...more }, id, timestamp);
    this.#leaf = leaf;
    return told;
  }
}
