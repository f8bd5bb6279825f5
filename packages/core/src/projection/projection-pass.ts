import { Alternation } from "./alternation.ts";
import { findContext } from "./context.ts";
import { type Contribution, inserted } from "./contribution.ts";
import { isEdit } from "./edits.ts";
import { ParallelMessages } from "./parallel-messages.ts";
import { ContextReader } from "./read-context.ts";
import { Reminded, staleReminder, staleSince } from "./stale.ts";
import { StateReplay } from "./state.ts";
import { ToolPairing } from "./tool-pairing.ts";
import type { Hint, PathEntry, Projection, ProjectOptions, Repair } from "./types.ts";
import { isEntry } from "../format/entry-kinds.ts";

/** Whether an item changes what stands before it, so that a pass has to begin anew. */
export function changesContext(item: PathEntry, { bridge }: ProjectOptions): boolean {
  if (bridge === false && item.gap === true) return true;
  return isEdit(item) || (item.problem === undefined && isEntry(item.entry, "compaction"));
}

/**
 * One pass over a path, which may go on with what is added to the path. What an assistant turn has settled is never
 * looked at again, so an entry costs the same however long the path is.
 */
export class ProjectionPass {
  readonly #options: ProjectOptions;
  readonly #repairs: Repair[] = [];
  readonly #reader: ContextReader;
  readonly #pairing: ToolPairing;
  readonly #pairingRepairs: Repair[] = [];
  /** What nothing that comes can change any more. */
  readonly #settled = new ParallelMessages();
  readonly #apart = new Alternation(this.#settled);
  readonly #state = new StateReplay();
  readonly #reminded: Reminded;
  #length: number;

  constructor(path: readonly PathEntry[], options: ProjectOptions) {
    this.#options = options;
    this.#length = path.length;
    this.#reminded = new Reminded(options.staleAfter);
    this.#pairing = new ToolPairing(options.tools ?? "synthesize");
    const context = findContext(path, this.#repairs);
    this.#reader = new ContextReader(path, context, options.custom);
    for (const item of this.#reader.opening(path)) this.#add(item);
    for (const [index, item] of path.entries()) {
      this.#state.take(item);
      if (index >= context.start) this.#read(item, index);
    }
  }

  /** Goes on with the next entry of the path, which must not change the context. */
  take(item: PathEntry): void {
    this.#state.take(item);
    this.#read(item, this.#length++);
  }

  /** @throws UnansweredCallError with `tools: "strict"`, if a call has no answer */
  projection(): Projection {
    const pending = this.#pairing.pending();
    const more = new ParallelMessages();
    const apart = this.#apart.branch(more);
    for (const item of pending.items) apart.take(item);
    if (this.#options.ending !== "as-is") apart.end();
    const hints = this.#close(apart.last, more);
    const { model, thinkingLevel, queue } = this.#state.state();
    return {
      ...this.#settled.with(more),
      model,
      thinkingLevel,
      queue,
      hints,
      repairs: [
        ...this.#repairs,
        ...this.#reader.repairs,
        ...this.#reader.ignoredEdits(),
        ...this.#pairingRepairs,
        ...pending.repairs,
        ...this.#apart.repairs,
        ...apart.repairs,
      ],
    };
  }

  #read(item: PathEntry, index: number): void {
    const contribution = this.#reader.read(item, index);
    if (contribution === undefined) return;
    const { origin, message } = contribution;
    const reminded = this.#reminded.isBehindReminder(message, origin.timestamp);
    this.#add(reminded ? { ...contribution, origin: { ...origin, prefixIntact: false } } : contribution);
  }

  #add(contribution: Contribution): void {
    const { items, repairs } = this.#pairing.take(contribution);
    for (const item of items) this.#apart.take(item);
    for (const repair of repairs) this.#pairingRepairs.push(repair);
  }

  /** Says what the host should know of the end, and adds the reminder it asked for. */
  #close(last: Contribution | undefined, more: ParallelMessages): Hint[] {
    if (last === undefined || !(this.#settled.spoken || more.spoken))
      return [{ kind: "empty-context", detail: "there is no message to send" }];
    const since = staleSince(last.origin.timestamp, this.#options.staleAfter);
    if (since === undefined) return [];
    more.add(inserted(last.origin, staleReminder()));
    return [{ kind: "stale", detail: `the last message is from ${since}` }];
  }
}
