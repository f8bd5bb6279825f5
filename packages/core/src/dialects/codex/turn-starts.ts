/** Where the turns of a thread begin, so that they can be rolled back. */
export class TurnStarts {
  readonly #starts: (string | null)[] = [];
  /** What stands before the lines that lead to the next human message. */
  #before: string | null | undefined;

  /** A line that leads to a turn: its context, or an announcement of the message. */
  lead(head: string | null): void {
    if (this.#before === undefined) this.#before = head;
  }

  /** The model, or a tool, said something. */
  answered(): void {
    this.#before = undefined;
  }

  /** The human says something: a turn begins. */
  begin(head: string | null): void {
    this.#starts.push(this.#before ?? head);
    this.#before = undefined;
  }

  /** Takes the last `count` turns back. Gives what stood before them. */
  rollBack(count: number, head: string | null): string | null {
    this.#before = undefined;
    const undone = this.#starts.splice(Math.max(0, this.#starts.length - count));
    return undone.length === 0 ? head : undone[0]!;
  }
}
