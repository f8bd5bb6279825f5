import { UnansweredCallError } from "../errors.ts";
import type { ToolCallBlock, ToolResultMessage } from "../format/messages.ts";
import { type Contribution, inserted } from "./contribution.ts";
import { type Call, OpenCalls } from "./open-calls.ts";
import { resultAsText, unknownOutcome } from "./result-texts.ts";
import { SeenResults } from "./seen-results.ts";
import type { ProjectOptions, Repair, RepairKind } from "./types.ts";

type Tools = NonNullable<ProjectOptions["tools"]>;

/**
 * Puts directly behind each turn exactly one result for each of its calls. What is decided for a turn depends only on
 * what stands before the next one, so it stays when the path grows.
 * @throws UnansweredCallError with `strict`, if a call has no answer
 */
export function pairTools(items: readonly Contribution[], tools: Tools, repairs: Repair[]): Contribution[] {
  const pairing = new ToolPairing(tools);
  for (const item of items) pairing.take(item);
  const paired = pairing.finish();
  for (const repair of pairing.repairs) repairs.push(repair);
  return paired;
}

class ToolPairing {
  readonly repairs: Repair[] = [];
  readonly #tools: Tools;
  readonly #paired: Contribution[] = [];
  readonly #open = new OpenCalls();
  readonly #seen = new SeenResults();
  /** The turn being filled, its calls, and what stands behind it. */
  #turn: Contribution | undefined;
  #turns = 0;
  #calls: Call[] = [];
  #behind: Contribution[] = [];
  /** The place in its turn of the call answered last. */
  #position = -1;
  #repairsBefore = 0;
  /** The last turn in the context, where an unanswered call may end the history. */
  #last = { paired: 0, repairs: 0, entryId: "", unanswered: false };

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  take(item: Contribution): void {
    if (item.message.role === "toolResult") this.#place(item, item.message);
    else if (item.message.role === "assistant") this.#begin(item);
    else if (item.message.content.length > 0) this.#behind.push(item);
  }

  finish(): Contribution[] {
    this.#end();
    const { paired, repairs, entryId, unanswered } = this.#last;
    if (this.#tools === "truncate" && unanswered) {
      this.#paired.length = paired;
      this.repairs.length = repairs;
      this.#report("truncated", entryId, "the history ends before this turn: its calls have no answer");
    }
    return this.#paired;
  }

  #begin(item: Contribution): void {
    this.#end();
    this.#turn = item;
    this.#turns++;
    this.#calls = this.#open.open(item, this.#turns);
    this.#position = -1;
    this.#repairsBefore = this.repairs.length;
  }

  #end(): void {
    // A turn of which nothing is left still separates what stands before it from what stands behind.
    if (this.#turn !== undefined && this.#turn.message.content.length > 0) this.#settle(this.#turn);
    for (const item of this.#behind) this.#paired.push(item);
    this.#behind = [];
    this.#turn = undefined;
    this.#calls = [];
  }

  #settle(turn: Contribution): void {
    const { entryId } = turn;
    const unanswered = this.#calls.some(({ answer }) => answer === undefined);
    this.#last = { paired: this.#paired.length, repairs: this.#repairsBefore, entryId, unanswered };
    this.#paired.push(turn);
    for (const { block, answer } of this.#calls)
      this.#paired.push(answer ?? this.#synthesize(entryId, block!));
  }

  #synthesize(entryId: string, call: ToolCallBlock): Contribution {
    if (this.#tools === "strict") throw new UnansweredCallError(entryId, call.id, call.name);
    this.#report("result-synthesized", entryId, `the call ${call.id} of ${call.name} has no result`);
    return inserted(entryId, unknownOutcome(call));
  }

  #place(item: Contribution, result: ToolResultMessage): void {
    const { entryId } = item;
    const id = result.toolCallId;
    const call = this.#open.nearest(id);
    if (call !== undefined && call.block === undefined) {
      this.#open.close(id);
      this.#report("result-dropped", entryId, `the call ${id} was never complete and is left out too`);
    } else if (call?.turn === this.#turns) {
      this.#open.close(id);
      this.#answer(call, item);
    } else if (this.#seen.isCopy(result)) {
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
      this.#behind.push(inserted(entryId, resultAsText(result)));
      this.#report("result-as-text", entryId, whyText(call, this.#seen.has(id), id));
    }
    this.#seen.add(result);
  }

  #answer(call: Call, item: Contribution): void {
    call.answer = item;
    if (this.#behind.length > 0 || call.position < this.#position) {
      this.#report("result-moved", item.entryId, "it stands directly behind the turn of its call now");
    }
    this.#position = Math.max(this.#position, call.position);
  }

  #report(kind: RepairKind, entryId: string, detail: string): void {
    this.repairs.push({ kind, entryId, detail });
  }
}

function whyText(call: Call | undefined, seen: boolean, id: string): string {
  if (call !== undefined) return `it came after another turn had followed the call ${id}`;
  return seen ? `the call ${id} had another result already` : `the call ${id} is not in the context`;
}
