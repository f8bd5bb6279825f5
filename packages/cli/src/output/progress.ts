import type { Context } from "../context.ts";
import { count } from "./count.ts";

/** What is quick needs no progress. */
const QUIET_FOR = 500;

/** How often the line changes, in milliseconds. */
const EVERY = 50;

/** Shows how far a long operation has come, or one after the other: one line on stderr, only on a terminal, gone when it ends. */
export class ProgressLine {
  readonly #context: Context;
  readonly #what: string;
  readonly #noun: string;
  #begun: number | undefined;
  #shown = 0;

  constructor(context: Context, what: string, noun: string) {
    this.#context = context;
    this.#what = what;
    this.#noun = noun;
  }

  readonly update = (done: number, total: number): void => {
    const now = this.#context.now().getTime();
    this.#begun ??= now;
    if (!this.#context.stderr.isTTY || now - this.#begun < QUIET_FOR || now - this.#shown < EVERY) return;
    this.#shown = now;
    this.#write(`\r${this.#what} ${done} of ${count(total, this.#noun)}\u001b[K`);
  };

  end(): void {
    if (this.#shown > 0) this.#write("\r\u001b[K");
    this.#begun = undefined;
    this.#shown = 0;
  }

  #write(text: string): void {
    // A progress line that cannot be shown is no reason to stop.
    this.#context.stderr.write(text).catch(() => undefined);
  }
}
