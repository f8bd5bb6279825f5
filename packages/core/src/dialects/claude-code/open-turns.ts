import type { JsonObject } from "../../format/json.ts";
import { isAnswer, isAside, object, text, type Line } from "./line.ts";

/** What is to be told next: the lines of one answer together, or one other line. */
export type Step = { readonly answer: readonly Line[] } | { readonly line: Line };

/** So many lines, or bytes of lines, may come before an answer's next line; then it is told as it is. */
const MAX_LINES = 500;
const MAX_BYTES = 32 << 20;

interface OpenTurn {
  readonly responseId: string | undefined;
  readonly side: boolean;
  readonly answer: Line[];
  /** What came beside it, in file order: it is told behind the answer. */
  readonly beside: Line[];
  until: number;
  bytes: number;
}

/**
 * Brings the lines of one answer together. Claude Code writes a line for each block of it, and results of its calls and
 * what hooks say already between them. A turn is open until the conversation goes on behind it.
 */
export class OpenTurns {
  #open: OpenTurn[] = [];
  readonly #members = new Map<string, OpenTurn>();
  readonly #isSide: (value: JsonObject) => boolean;
  #lines = 0;

  /** @param isSide whether a line is of a subagent's conversation inside of the file */
  constructor(isSide: (value: JsonObject) => boolean) {
    this.#isSide = isSide;
  }

  /** Takes the next line; gives what can be told now. */
  take(line: Line): Step[] {
    this.#lines++;
    const steps = this.#close(({ until, bytes }) => until < this.#lines || bytes > MAX_BYTES);
    const { value } = line;
    if (isAnswer(value)) return [...steps, ...this.#answer(line)];
    if (!isAside(value)) return [...steps, ...this.#goOn(value), { line }];
    const turn = this.#beside(value);
    if (turn === undefined) return [...steps, { line }];
    this.#hold(turn, turn.beside, line);
    return steps;
  }

  /** Gives all that is still open. */
  end(): Step[] {
    return this.#close(() => true);
  }

  #answer(line: Line): Step[] {
    const { value } = line;
    const responseId = text(object(value, "message")!, "id");
    const side = this.#isSide(value);
    const same = this.#open.find((turn) => turn.responseId === responseId && turn.side === side);
    if (same !== undefined && responseId !== undefined) {
      this.#hold(same, same.answer, line);
      return [];
    }
    const steps = this.#goOn(value);
    const turn = { responseId, side, answer: [], beside: [], until: 0, bytes: 0 };
    this.#open.push(turn);
    this.#hold(turn, turn.answer, line);
    return steps;
  }

  /** The conversation goes on: behind the turn that is named, and there is only one main conversation. */
  #goOn(value: JsonObject): Step[] {
    const before = this.#members.get(text(value, "parentUuid") ?? "");
    const main = !this.#isSide(value);
    return this.#close((turn) => turn === before || (main && !turn.side));
  }

  /** What is open is told first, whatever it is that a line beside the conversation names. */
  #beside(value: JsonObject): OpenTurn | undefined {
    const side = this.#isSide(value);
    return (
      this.#members.get(text(value, "parentUuid") ?? "") ?? this.#open.findLast((turn) => turn.side === side)
    );
  }

  #hold(turn: OpenTurn, lines: Line[], line: Line): void {
    lines.push(line);
    turn.until = this.#lines + MAX_LINES;
    turn.bytes += line.length;
    const uuid = text(line.value, "uuid");
    if (uuid !== undefined) this.#members.set(uuid, turn);
  }

  #close(which: (turn: OpenTurn) => boolean): Step[] {
    const closed = this.#open.filter(which);
    if (closed.length === 0) return [];
    this.#open = this.#open.filter((turn) => !closed.includes(turn));
    return closed.flatMap(({ answer, beside }): Step[] => {
      for (const { value } of [...answer, ...beside]) this.#members.delete(text(value, "uuid") ?? "");
      return [{ answer }, ...beside.map((line) => ({ line }))];
    });
  }
}
