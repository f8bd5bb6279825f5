import type { Message, UserMessage } from "../format/messages.ts";
import type { ProjectOptions } from "./types.ts";

/** Tells the model that the conversation lay still. */
export const STALE_REMINDER =
  "[Time has passed since the message above. Files, processes and other facts may have changed; check them before relying on what was seen earlier.]";

/** A point in time that means the same on every machine: ISO 8601 with its zone. */
const ZONED = /^\d{4}-\d\d-\d\dT[\d:.,]+(?:Z|[+-]\d\d:\d\d)$/;

/** A point in time in milliseconds since 1970; NaN where it would depend on the machine's zone. */
export function zonedTime(timestamp: string): number {
  return ZONED.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
}

/** Since when the conversation has lain still, if that is longer than the host accepts. */
export function staleSince(timestamp: string, staleAfter: ProjectOptions["staleAfter"]): string | undefined {
  if (staleAfter === undefined) return undefined;
  const age = staleAfter.now.getTime() - zonedTime(timestamp);
  return age > staleAfter.milliseconds ? timestamp : undefined;
}

/**
 * Tells the answers that may have been given behind a reminder. None stands in the log, so what such an answer was
 * made behind is not what is sent before it later.
 */
export class Reminded {
  readonly #after: number;
  /** The time of the oldest message since the last answer, else of that answer. */
  #since = Number.NaN;
  #answered = false;

  constructor(staleAfter: ProjectOptions["staleAfter"]) {
    this.#after = staleAfter?.milliseconds ?? Infinity;
  }

  /** Takes the next message of the context. */
  isBehindReminder({ role }: Message, timestamp: string): boolean {
    if (this.#after === Infinity) return false;
    const time = zonedTime(timestamp);
    const reminded = role === "assistant" && time - this.#since > this.#after;
    this.#since =
      role === "assistant" || this.#answered ? time : Math.min(this.#since || time, time || this.#since);
    this.#answered = role === "assistant";
    return reminded;
  }
}

/** The closing reminder as the model gets it. */
export function staleReminder(): UserMessage {
  return { role: "user", content: [{ type: "text", text: STALE_REMINDER }] };
}
