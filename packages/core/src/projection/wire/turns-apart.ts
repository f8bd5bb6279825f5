import { CONTINUE } from "../alternation.ts";
import type { Repair } from "../types.ts";
import type { UserTurn } from "./turns.ts";
import type { WireTurn } from "./wire-types.ts";

/** What the user says first where the context starts with a turn of the model. */
export const OPENING = "[The conversation before this point is not shown.]";

/** Whether the model has spoken last: behind results the user has. */
function endsWithModel(turn: WireTurn): boolean {
  return turn.role === "assistant" && turn.results.length === 0;
}

/**
 * The user speaks first, between two turns of the model, and last unless the projection ends with the model itself:
 * turns that were left out may have stood there.
 */
export function keepTurnsApart(
  turns: readonly WireTurn[],
  endsAsIs: boolean,
  repairs: Repair[],
): readonly WireTurn[] {
  const apart: WireTurn[] = [];
  let before: WireTurn | undefined;
  for (const turn of turns) {
    if (turn.role === "assistant") {
      if (before === undefined) apart.push(says(turn, OPENING, "opening-inserted", repairs));
      else if (endsWithModel(before)) apart.push(says(before, CONTINUE, "continue-inserted", repairs));
    }
    apart.push(turn);
    if (turn.role !== "system") before = turn;
  }
  if (before !== undefined && endsWithModel(before) && !endsAsIs)
    apart.push(says(before, CONTINUE, "continue-inserted", repairs));
  return apart;
}

function says(
  { entryId, timestamp }: WireTurn,
  text: string,
  kind: "opening-inserted" | "continue-inserted",
  repairs: Repair[],
): UserTurn {
  repairs.push({ kind, entryId, detail: "the user has to speak here" });
  return { role: "user", entryId, timestamp, content: [{ type: "text", text }] };
}
