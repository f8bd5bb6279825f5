import type { SpokenBlock } from "./turns.ts";
import type { WireHistory, WireModelTurn, WireResult } from "./wire-types.ts";

export type MergedPart = SpokenBlock | { readonly type: "result"; readonly result: WireResult };

/** A message of an API in which user and model take turns. */
export type MergedTurn =
  | { readonly role: "user"; readonly parts: readonly MergedPart[] }
  | { readonly role: "assistant"; readonly turn: WireModelTurn };

/** Joins what the user side says in a row to one message: the results of a turn first, then images, then text. */
export function mergeTurns({ turns }: WireHistory): MergedTurn[] {
  const merged: MergedTurn[] = [];
  let parts: MergedPart[] | undefined;
  const say = (more: readonly MergedPart[]): void => {
    if (more.length === 0) return;
    if (parts === undefined) merged.push({ role: "user", parts: (parts = []) });
    for (const part of more) parts.push(part);
  };
  for (const turn of turns) {
    if (turn.role === "user") say(turn.content);
    if (turn.role !== "assistant") continue;
    merged.push({ role: "assistant", turn });
    parts = undefined;
    say(turn.results.map((result) => ({ type: "result", result })));
    say(turn.behind);
  }
  return merged;
}
