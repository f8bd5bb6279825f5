import type { JsonObject } from "../format/json.ts";
import { objectIn } from "./located.ts";
import type { Report } from "./report.ts";
import { mergeTurns, type Turn } from "./turns.ts";

/** The rules that tie the history to the field `thinking`, where the request has it. */
export function checkThinkingSetting(body: JsonObject, turns: readonly Turn[], report: Report): void {
  const type = objectIn(body, "thinking", "")?.value["type"];
  const merged = mergeTurns(turns);
  const last = merged.at(-1);
  // An open tool loop of another model has no thinking to start with: opencode#3077.
  if (type === "enabled" && last?.pieces[0]?.kind === "result") {
    const first = merged.at(-2)?.pieces[0];
    if (first !== undefined && first.kind !== "thinking")
      report.error(
        "thinking-first",
        first.at,
        "with thinking enabled an open tool loop has to start with thinking",
      );
  }
  // forgecode#1853
  if (type === "disabled" && last?.role === "assistant")
    for (const { kind, at } of last.pieces)
      if (kind === "thinking")
        report.error("thinking-disabled", at, "a final turn with thinking, which is disabled");
}
