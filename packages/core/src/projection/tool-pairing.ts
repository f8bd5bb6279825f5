import { UnansweredCallError } from "../errors.ts";
import type { ToolCallBlock, ToolResultMessage } from "../format/messages.ts";
import { type Contribution, inserted } from "./contribution.ts";
import { type Call, OpenCalls } from "./open-calls.ts";
import { resultAsText, unknownOutcome } from "./result-texts.ts";
import { SeenResults } from "./seen-results.ts";
import type { ProjectOptions, Repair, RepairKind } from "./types.ts";

/**
 * Puts directly behind each turn exactly one result for each of its calls. What is decided for a turn depends only on
 * what stands before the next one: it is settled then, and stays when the path grows.
 */
export class ToolPairing {
  readonly #tools: NonNullable<ProjectOptions["tools"]>;
  readonly #open = new OpenCalls();
  readonly #seen = new SeenResults();
  /** The turn being filled, its calls, what stands behind it, and what was repaired there. */
  #turn: Contribution | undefined;
  #turns = 0;
  #calls: Call[] = [];
  #behind: Contribution[] = [];
  #repairs: Repair[] = [];
  /** The place in its turn of the call answered last. */
  #position = -1;

  constructor(tools: NonNullable<ProjectOptions["tools"]>) {
    this.#tools = tools;
  }

  /** The calls of the last turn that wait for a result: one that comes now stands at its turn. */
  get waiting(): ToolCallBlock[] {
    return this.#calls.flatMap(({ block, answer }) =>
      block === undefined || answer !== undefined ? [] : [block],
    );
  }

  /**
   * Takes the next message of the context, and gives what is settled by it: nothing but at the begin of a turn.
   * @throws UnansweredCallError with `strict`, if a settled call has no answer
   */
  take(item: Contribution): Paired {
    if (item.message.role === "assistant") return this.#begin(item);
    if (item.message.role === "toolResult") this.#place(item, item.message);
    else if (item.message.content.length > 0) this.#behind.push(item);
    return NOTHING;
  }

  /**
   * What the last turn and the messages behind it are as things stand.
   * @throws UnansweredCallError with `strict`, if a call has no answer
   */
  pending(): Paired {
    const turn = this.#turn;
    const unanswered = this.#calls.some(({ answer }) => answer === undefined);
    if (this.#tools !== "truncate" || turn === undefined || !unanswered) return this.#settled();
    const detail = "the history ends before this turn: its calls have no answer";
    return { items: [], repairs: [{ kind: "truncated", entryId: turn.origin.entryId, detail }] };
  }

  #begin(item: Contribution): Paired {
    const settled = this.#settled();
    this.#turn = item;
    this.#turns++;
    this.#calls = this.#open.open(item, this.#turns);
    this.#behind = [];
    this.#repairs = [];
    this.#position = -1;
    return settled;
  }

  #settled(): Paired {
    const items: Contribution[] = [];
    const repairs = [...this.#repairs];
    // A turn of which nothing is left still separates what stands before it from what stands behind.
    if (this.#turn !== undefined && this.#turn.message.content.length > 0) {
      items.push(this.#turn);
      for (const call of this.#calls) items.push(call.answer ?? this.#synthesize(call, this.#turn, repairs));
    }
    for (const item of this.#behind) items.push(item);
    return { items, repairs };
  }

  #synthesize(call: Call, { origin }: Contribution, repairs: Repair[]): Contribution {
    const { id, name } = call.block!;
    const { entryId } = origin;
    if (this.#tools === "strict") throw new UnansweredCallError(entryId, id, name);
    repairs.push({ kind: "result-synthesized", entryId, detail: `the call ${id} of ${name} has no result` });
    return inserted(origin, unknownOutcome(call.block!));
  }

  #place(item: Contribution, result: ToolResultMessage): void {
    const { entryId } = item.origin;
    const id = result.toolCallId;
    const call = this.#open.nearest(id);
    if (call !== undefined && call.block === undefined) {
      this.#open.close(id);
      this.#report("result-dropped", entryId, `the call ${id} was never complete and is left out too`);
    } else if (call?.turn === this.#turns) {
      this.#open.close(id);
      this.#answer(call, item);
    } else if (call === undefined && this.#seen.isCopy(result)) {
      this.#report("result-dropped", entryId, `an identical result of the call ${id} stands before it`);
      return;
    } else if (item.interrupted && call === undefined && this.#seen.has(id)) {
      this.#report(
        "result-dropped",
        entryId,
        `the call ${id} had a result already, so it was not interrupted`,
      );
      return;
    } else {
      this.#open.close(id);
      this.#behind.push(inserted(item.origin, resultAsText(result)));
      this.#report("result-as-text", entryId, whyText(call, this.#seen.has(id), id));
    }
    this.#seen.add(result);
  }

  #answer(call: Call, item: Contribution): void {
    call.answer = item;
    if (this.#behind.length > 0 || call.position < this.#position) {
      this.#report("result-moved", item.origin.entryId, "it stands directly behind the turn of its call now");
    }
    this.#position = Math.max(this.#position, call.position);
  }

  #report(kind: RepairKind, entryId: string, detail: string): void {
    this.#repairs.push({ kind, entryId, detail });
  }
}

/** Messages in their final order, and what was repaired in them. */
interface Paired {
  readonly items: readonly Contribution[];
  readonly repairs: readonly Repair[];
}

const NOTHING: Paired = { items: [], repairs: [] };

function whyText(call: Call | undefined, seen: boolean, id: string): string {
  if (call !== undefined) return `it came after another turn had followed the call ${id}`;
  return seen ? `the call ${id} had another result already` : `the call ${id} is not in the context`;
}
