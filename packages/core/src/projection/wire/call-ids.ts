import { createHash } from "node:crypto";

/**
 * What all APIs take as the id of a call: chat completions end at 40 characters (vercel/ai#5171). Not with `_` at the
 * end, as pi cuts that off for OpenAI Responses, and two ids become one.
 */
const SAFE = /^[A-Za-z0-9_-]{0,39}[A-Za-z0-9-]$/;
const UNSAFE_CHARACTER = /[^A-Za-z0-9_-]/g;

/** Gives each call of a history an id that is safe and its own, and depends only on the calls before it. */
export class CallIds {
  readonly #used = new Set<string>();
  readonly #digests = new Digests();

  /** The id under which a call and its result are sent. */
  next(original: string): string {
    // OpenAI Responses has two ids for a call; clients keep them as `call_id|item_id`.
    const bar = original.indexOf("|");
    const id = bar < 0 ? original : original.slice(0, bar);
    const wireId = SAFE.test(id) && !this.#used.has(id) ? id : this.#derive(original, id);
    this.#used.add(wireId);
    return wireId;
  }

  #derive(original: string, id: string): string {
    const start = id.replace(UNSAFE_CHARACTER, "_").slice(0, 31);
    for (;;) {
      const derived = `${start}_${this.#digests.next(original).slice(0, 8)}`;
      if (!this.#used.has(derived)) return derived;
    }
  }
}

/** Mistral takes exactly nine letters and digits (eca#233). */
export class MistralCallIds {
  readonly #used = new Set<string>();
  readonly #digests = new Digests();

  next(original: string): string {
    for (;;) {
      const id = this.#digests.next(original).slice(0, 9);
      if (this.#used.has(id)) continue;
      this.#used.add(id);
      return id;
    }
  }
}

/** Another digest of an id each time it is asked for, always the same ones in the same order. */
class Digests {
  readonly #occurrences = new Map<string, number>();

  next(original: string): string {
    const occurrence = this.#occurrences.get(original) ?? 0;
    this.#occurrences.set(original, occurrence + 1);
    return createHash("sha256").update(`${original}\n${occurrence}`).digest("hex");
  }
}
