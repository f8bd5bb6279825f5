import { type ResponseUsage, tellsMore } from "./response-usage.ts";

/** Responses, each once, however many entries tell of it. */
export class Responses<R extends ResponseUsage = ResponseUsage> {
  readonly #byKey = new Map<string, R>();

  /** Takes in what an entry tells; of several copies the one that tells most counts. */
  take(response: R): void {
    const earlier = this.#byKey.get(response.key);
    if (earlier === undefined || tellsMore(earlier.usage, response.usage))
      this.#byKey.set(response.key, response);
  }

  /** In the order in which each was told of first. */
  [Symbol.iterator](): Iterator<R> {
    return this.#byKey.values();
  }
}
