import type { Message } from "../format/messages.ts";
import type { Contribution } from "./contribution.ts";
import type { Projection } from "./types.ts";

type Parallel = Pick<Projection, "messages" | "provenance" | "timestamps" | "prefixIntact">;

/** The messages of a projection and what is known of each, in arrays that run in parallel. */
export class ParallelMessages {
  readonly #messages: Message[] = [];
  readonly #provenance: string[] = [];
  readonly #timestamps: string[] = [];
  readonly #prefixIntact: boolean[] = [];
  /** Whether anyone but the system speaks. */
  #spoken = false;

  add({ message, origin }: Contribution): void {
    this.#messages.push(message);
    this.#provenance.push(origin.entryId);
    this.#timestamps.push(origin.timestamp);
    this.#prefixIntact.push(origin.prefixIntact);
    this.#spoken ||= message.role !== "system";
  }

  get spoken(): boolean {
    return this.#spoken;
  }

  /** The arrays with others behind them: copies, which is all that still grows with the length of a path. */
  with(more: ParallelMessages): Parallel {
    return {
      messages: this.#messages.concat(more.#messages),
      provenance: this.#provenance.concat(more.#provenance),
      timestamps: this.#timestamps.concat(more.#timestamps),
      prefixIntact: this.#prefixIntact.concat(more.#prefixIntact),
    };
  }
}
