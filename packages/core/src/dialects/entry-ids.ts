import { MAX_ENTRY_ID } from "../format/ids.ts";
import { derivedId } from "../log/derived-id.ts";

/** The ids of one translation: each is given once. What was told before decides alone, so they stay when a session grows. */
export class EntryIds {
  readonly #taken = new Set<string>();
  readonly #repeats = new Map<string, number>();

  /** The wanted id if it can be used and is free, else one derived from it. */
  take(wanted: string): string {
    let repeats = this.#repeats.get(wanted) ?? 0;
    let id =
      repeats === 0 && wanted !== "" && wanted.length <= MAX_ENTRY_ID ? wanted : derivedId(wanted, repeats);
    while (this.#taken.has(id)) id = derivedId(wanted, ++repeats);
    this.#repeats.set(wanted, repeats + 1);
    this.#taken.add(id);
    return id;
  }
}
