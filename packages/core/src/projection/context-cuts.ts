import type { CallAndResult } from "../errors.ts";
import { contextItems, type ContextItem } from "./context-items.ts";
import { callsOf, type Contribution } from "./contribution.ts";
import { ToolPairing } from "./tool-pairing.ts";
import type { PathEntry } from "./types.ts";

/** Where a context may be cut. Cut `n` stands in front of item `n`; the last one stands behind all items. */
export interface ContextCuts {
  /** Where on the path the context starts. */
  readonly start: number;
  readonly items: readonly ContextItem[];
  /** For each cut, what it would part; undefined if it is clean. */
  readonly parts: readonly (CallAndResult | undefined)[];
}

/** A call and its result, or the last turn and the end, and where among all messages the call stands. */
interface Tie extends CallAndResult {
  readonly from: number;
}

/**
 * Finds the clean cuts of a context: behind one no result stands without its call, and it is never a result that
 * comes first. A result that is told as text, as it came late or has no call in the context, is tied to no call: it
 * reads the same without it. A call of the last turn without an answer is tied to the end: its result may still come.
 */
export function cutsOf(path: readonly PathEntry[]): ContextCuts {
  const { start, opening, own } = contextItems(path);
  const all = [...opening, ...own.map(({ contribution }) => contribution)];
  const ties = tiesOf(all);
  const parts: (CallAndResult | undefined)[] = [];
  let widest: Tie | undefined;
  for (let cut = all.length; cut >= opening.length; cut--) {
    const tie = ties[cut];
    if (tie !== undefined && (widest === undefined || tie.from <= widest.from)) widest = tie;
    parts.push(widest !== undefined && widest.from < cut ? widest : loneResult(all[cut]));
  }
  return { start, items: own, parts: parts.reverse() };
}

/** For each message that is a result of a call, and for the end: the tie to that call. */
function tiesOf(all: readonly Contribution[]): (Tie | undefined)[] {
  const pairing = new ToolPairing("synthesize");
  const repairs = all.flatMap((item) => pairing.take(item).repairs);
  const asText = new Set<string>();
  for (const { kind, entryId } of [...repairs, ...pairing.pending().repairs])
    if (kind === "result-as-text") asText.add(entryId);

  const turns = new Map<string, number>();
  const ties = all.map((item, index): Tie | undefined => {
    for (const id of [...item.lostCalls, ...callsOf(item).map((call) => call.id)]) turns.set(id, index);
    const lone = loneResult(item);
    const from = lone && turns.get(lone.callId);
    if (from === undefined || asText.has(item.origin.entryId)) return undefined;
    return { ...lone!, callEntryId: all[from]!.origin.entryId, from };
  });
  return [...ties, tieToEnd(all, pairing)];
}

function tieToEnd(all: readonly Contribution[], { waiting }: ToolPairing): Tie | undefined {
  const [call] = waiting;
  if (call === undefined) return undefined;
  const from = all.findLastIndex(({ message }) => message.role === "assistant");
  return { callId: call.id, callEntryId: all[from]!.origin.entryId, resultEntryId: null, from };
}

function loneResult(item: Contribution | undefined): CallAndResult | undefined {
  if (item?.message.role !== "toolResult") return undefined;
  return { callId: item.message.toolCallId, callEntryId: null, resultEntryId: item.origin.entryId };
}
