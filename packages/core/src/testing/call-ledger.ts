import type { Report } from "./report.ts";
import type { ViolationLevel } from "./violation.ts";

/**
 * Follows the tool calls of a history and their results. A *window* is the part of the history in which a call has to
 * be answered: for most APIs what stands directly behind a turn, for OpenAI Responses all of it.
 */
export class CallLedger {
  readonly #report: Report;
  readonly #unanswered: ViolationLevel;
  /** The calls of this window without a result, and where they stand. */
  #open = new Map<string, string>();
  #answered = new Set<string>();
  readonly #known = new Set<string>();

  constructor(report: Report, unanswered: ViolationLevel = "error") {
    this.#report = report;
    this.#unanswered = unanswered;
  }

  call(id: string, at: string): void {
    if (this.#open.has(id)) this.#report.error("duplicate-call-id", at, `two open calls have the id ${id}`);
    else if (this.#known.has(id))
      this.#report.warn("repeated-call-id", at, `an earlier turn has a call ${id} too`);
    this.#known.add(id);
    this.#open.set(id, at);
    this.#answered.delete(id);
  }

  result(id: string, at: string): void {
    if (this.#open.delete(id)) this.#answered.add(id);
    else if (this.#answered.has(id))
      this.#report.error("duplicate-result", at, `the call ${id} has a result already`);
    else this.#report.error("orphan-result", at, `no call ${id} stands directly before this result`);
  }

  /** Whether a call of this window has no result yet. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Ends the window: from here on no call of it can be answered. */
  close(): void {
    for (const [id, at] of this.#open)
      this.#report.add(
        this.#unanswered,
        "unanswered-call",
        at,
        `the call ${id} has no result where it has to be`,
      );
    this.#open = new Map();
    this.#answered = new Set();
  }
}
