import type { Repair } from "../types.ts";
import type { WireModelTurn, WireTurn } from "./wire-types.ts";

/** What the model says between results and the user where an API wants it to. */
export const RESULTS_READ = "I have read the results.";

/** Lets the model speak between the results of a turn and the user: some servers take no other message there. */
export function keepResultsAlone(turns: readonly WireTurn[], repairs: Repair[]): readonly WireTurn[] {
  const alone: WireTurn[] = [];
  let before: WireModelTurn | undefined;
  const speak = (): void => {
    if (before === undefined) return;
    repairs.push({ kind: "word-inserted", entryId: before.entryId, detail: "the model has to speak here" });
    alone.push(wordOf(before));
    before = undefined;
  };
  for (const turn of turns) {
    if (turn.role !== "assistant") {
      speak();
      alone.push(turn);
      continue;
    }
    const { entryId, timestamp, behind } = turn;
    alone.push(behind.length === 0 ? turn : { ...turn, behind: [] });
    before = turn.results.length > 0 ? turn : undefined;
    if (behind.length === 0) continue;
    speak();
    alone.push({ role: "user", entryId, timestamp, content: behind });
  }
  return alone;
}

function wordOf(turn: WireModelTurn): WireModelTurn {
  const content = [{ type: "text" as const, text: RESULTS_READ }];
  return { ...turn, own: false, signed: false, content, results: [], behind: [] };
}
