import { isText, isToolCall } from "../../format/blocks.ts";
import type { ToolCallBlock, ToolResultMessage } from "../../format/messages.ts";
import type { Projection, Repair, RepairKind } from "../types.ts";
import { isBlank, withoutBlankText, withoutTrailingSpace } from "./blank-text.ts";
import { callsLast } from "./block-order.ts";
import { ImageFilter } from "./images.ts";
import { isWrapped } from "./call-inputs.ts";
import type { Profile } from "./profile.ts";
import type { RenderNotes, RenderOptions } from "./render-options.ts";
import { keepResultsAlone } from "./results-alone.ts";
import { splitResult } from "./results.ts";
import { takeSystem } from "./system-prompt.ts";
import {
  endWithoutThinking,
  madeBy,
  PREFIX_CHANGED,
  receiverOf,
  soundThinking,
  type Receiver,
} from "./thinking.ts";
import { gatherTurns, spokenBlocks, type ModelBlock, type ModelTurn, type SpokenBlock } from "./turns.ts";
import { keepTurnsApart } from "./turns-apart.ts";
import type { WireHistory, WireModelTurn, WireResult, WireTurn } from "./wire-types.ts";

/**
 * Brings a projection into the form that all APIs agree on, as far as their rules about histories go. What is decided
 * for a turn depends only on what stands before it, so a rendering that was sent stays the start of every later one.
 */
export function wireHistory(projection: Projection, options: RenderOptions, profile: Profile): WireHistory {
  const notes = options.notes ?? { repairs: [], hints: [] };
  const gathered = gatherTurns(projection);
  const { system, rest, changedUntil } = takeSystem(options.system, gathered, profile.systemInPlace);
  const steps = new Steps(projection, options, profile, notes);
  const turns: WireTurn[] = [];
  for (const [index, turn] of rest.entries()) {
    const wired = turn.role === "assistant" ? steps.model(turn, index > changedUntil) : steps.other(turn);
    if (wired !== undefined) turns.push(wired);
  }
  const last = projection.messages.findLast(({ role }) => role !== "system");
  const kept = keepTurnsApart(turns, last?.role === "assistant", notes.repairs);
  const apart = profile.resultsAlone === true ? keepResultsAlone(kept, notes.repairs) : kept;
  if (steps.thinkingVoid) notes.hints.push({ kind: "history-changed", detail: HISTORY_CHANGED });
  if (!apart.some(({ role }) => role !== "system"))
    notes.hints.push({ kind: "empty-context", detail: "there is no message to send" });
  return { system, turns: apart };
}

const HISTORY_CHANGED =
  "a compaction, an edit, a system message or damage changed what stands before some thinking: it is left out, and a server that checks prefixes should be told to drop what it refuses";

class Steps {
  readonly #options: RenderOptions;
  readonly #profile: Profile;
  readonly #receiver: Receiver;
  readonly #images: ImageFilter;
  readonly #repairs: Repair[];
  /** Whether thinking was left out because something before it has changed. */
  thinkingVoid = false;

  constructor(projection: Projection, options: RenderOptions, profile: Profile, notes: RenderNotes) {
    this.#options = options;
    this.#profile = profile;
    this.#receiver = receiverOf(projection, options, profile.family);
    this.#images = new ImageFilter(options.images ?? true, profile.imageLimit, profile.refusedImages);
    this.#repairs = notes.repairs;
  }

  other<T extends Exclude<WireTurn, WireModelTurn>>(turn: T): T | undefined {
    if (turn.role === "system") return turn;
    const content = this.#spoken(turn.content, turn.entryId);
    if (content.length === 0) return this.#drop(turn.entryId, "a blank message was left out");
    return content === turn.content ? turn : { ...turn, content };
  }

  model(turn: ModelTurn, sameSystem: boolean): WireModelTurn | undefined {
    const { entryId, timestamp, message } = turn;
    const own = madeBy(message, this.#receiver);
    const intact = !this.#profile.prefixBound || (turn.prefixIntact && sameSystem);
    const signed = own && intact && this.#options.thinking !== "drop";
    const content = this.#content(turn, intact, signed);
    if (content.length === 0) return this.#drop(entryId, "nothing was left of a turn that can be sent");
    this.#images.nextMessage();
    const results: WireResult[] = [];
    const behind: SpokenBlock[] = [];
    const wired = content.map((block) => {
      if (!isToolCall(block)) return block;
      const call = this.#call(block, entryId);
      results.push(this.#result(turn.results[results.length]!, call, entryId, behind));
      return call;
    });
    if (behind.length > 0) this.#report("image-moved", entryId, "images of results stand behind them");
    return { role: "assistant", entryId, timestamp, message, own, signed, content: wired, results, behind };
  }

  /** The result of a call; what may not stand in it goes `behind`. */
  #result(
    result: ToolResultMessage,
    { id, name }: ToolCallBlock,
    entryId: string,
    behind: SpokenBlock[],
  ): WireResult {
    const isError = result.isError === true;
    const spoken = this.#spoken(spokenBlocks(result), entryId);
    const split = splitResult(spoken, name, isError || !this.#profile.imagesInResults);
    for (const block of split.behind) behind.push(block);
    return { id, name, isError, content: split.content };
  }

  #content(turn: ModelTurn, intact: boolean, signed: boolean): readonly ModelBlock[] {
    const { entryId } = turn;
    const sound = soundThinking(turn, this.#receiver, intact, this.#options, this.#profile.isSound);
    if (sound.dropped !== undefined) this.#report("thinking-dropped", entryId, sound.dropped);
    this.thinkingVoid ||= sound.dropped === PREFIX_CHANGED;
    const { keepsBlank } = this.#profile;
    const said =
      signed && keepsBlank
        ? sound.content.filter((block) => hasBody(block) || keepsBlank(block.signature))
        : withoutBlankText(sound.content);
    const ended = endWithoutThinking(said);
    if (ended !== said) this.#report("thinking-dropped", entryId, "a turn cannot end with it");
    const ordered = callsLast(ended);
    if (ordered !== ended) this.#report("calls-moved", entryId, "calls stand last in their turn");
    if (ordered.length < ended.length)
      this.#report("thinking-dropped", entryId, "calls passed it, and it cannot be moved");
    const trimmed = withoutTrailingSpace(ordered);
    if (trimmed !== ordered)
      this.#report("space-trimmed", entryId, "white space stood at the end of the turn");
    return trimmed;
  }

  #call(call: ToolCallBlock, entryId: string): ToolCallBlock {
    const id = this.#profile.callIds.next(call.id);
    const name = this.#profile.nameOf(call.name);
    if (id !== call.id) this.#report("call-id-changed", entryId, `${call.id} is sent as ${id}`);
    if (name !== call.name) this.#report("tool-name-changed", entryId, `${call.name} is sent as ${name}`);
    if (isWrapped(call.input)) this.#report("input-wrapped", entryId, `the input of ${call.id} is no object`);
    return id === call.id && name === call.name ? call : { ...call, id, name };
  }

  #spoken(content: readonly SpokenBlock[], entryId: string): readonly SpokenBlock[] {
    const fitted = this.#images.apply(content);
    if (fitted !== content) this.#report("image-omitted", entryId, "a text stands in place of an image");
    return withoutBlankText(fitted);
  }

  #drop(entryId: string, detail: string): undefined {
    this.#report("turn-dropped", entryId, detail);
  }

  #report(kind: RepairKind, entryId: string, detail: string): void {
    this.#repairs.push({ kind, entryId, detail });
  }
}

function hasBody(block: ModelBlock): boolean {
  return !isText(block) || !isBlank(block.text);
}
