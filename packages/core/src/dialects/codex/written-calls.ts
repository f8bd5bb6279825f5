import { CallIds } from "../../projection/wire/call-ids.ts";

/** The ids of the calls in a rollout: each its own, and a result has that of the call that waits for it. */
export class WrittenCalls {
  readonly #ids = new CallIds();
  #waiting = new Map<string, string>();

  call(id: string): string {
    const written = this.#ids.next(id);
    this.#waiting.set(id, written);
    return written;
  }

  /** Undefined if no call waits for it: Codex would send it all the same, and the API refuse all of the thread. */
  result(id: string): string | undefined {
    const written = this.#waiting.get(id);
    this.#waiting.delete(id);
    return written;
  }

  /** The context was replaced, and every call in it has a result. */
  close(): void {
    this.#waiting.clear();
  }
}
