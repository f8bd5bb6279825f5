/** A place in a thread that it can go back to. */
export interface Place {
  readonly head: string | null;
  /** The conversation up to it. */
  readonly conversation: string;
}

/** Where the turns of a thread begin, so that they can be rolled back. */
export class TurnStarts {
  readonly #starts: Place[] = [];
  /** What stands before the lines that lead to the next turn. */
  #before: Place | undefined;

  /** A line that leads to a turn: its context, or an announcement of the message. */
  lead(place: Place): void {
    this.#before ??= place;
  }

  /** The model or a tool said something, or a turn has ended: no line before this leads to the next one. */
  answered(): void {
    this.#before = undefined;
  }

  /** The human, or another agent, says something: a turn begins. */
  begin(place: Place): void {
    this.#starts.push(this.#before ?? place);
    this.#before = undefined;
  }

  /** Takes the last `count` turns back. Gives what stood before them; undefined: there are none. */
  rollBack(count: number): Place | undefined {
    this.#before = undefined;
    return this.#starts.splice(Math.max(0, this.#starts.length - count))[0];
  }
}
