import { type Contribution, inserted } from "./contribution.ts";
import type { ParallelMessages } from "./parallel-messages.ts";
import type { Repair } from "./types.ts";

/** What the user says between and behind turns of the model where a person said nothing. */
export const CONTINUE = "Continue.";

/** Never two turns of the model in a row, nor one at the end. System messages count for neither: APIs move them. */
export class Alternation {
  readonly repairs: Repair[] = [];
  readonly #out: ParallelMessages;
  #last: Contribution | undefined;
  #afterTurn = false;

  constructor(out: ParallelMessages) {
    this.#out = out;
  }

  /** The last item taken. */
  get last(): Contribution | undefined {
    return this.#last;
  }

  take(item: Contribution): void {
    const { role } = item.message;
    if (role === "assistant" && this.#afterTurn) this.#insert("between two turns of the model");
    this.#out.add(item);
    this.#last = item;
    if (role !== "system") this.#afterTurn = role === "assistant";
  }

  /** Lets the user have the last word. */
  end(): void {
    if (this.#afterTurn) this.#insert("behind a last turn of the model");
  }

  /** One that goes on from here into another list, and leaves this one as it is. */
  branch(out: ParallelMessages): Alternation {
    const branch = new Alternation(out);
    branch.#last = this.#last;
    branch.#afterTurn = this.#afterTurn;
    return branch;
  }

  #insert(detail: string): void {
    const { origin } = this.#last!;
    const message = { role: "user" as const, content: [{ type: "text" as const, text: CONTINUE }] };
    this.#out.add(inserted(origin, message));
    this.repairs.push({ kind: "continue-inserted", entryId: origin.entryId, detail });
  }
}
