import { CallLedger } from "./call-ledger.ts";
import type { Report } from "./report.ts";

/** A block of a turn, as far as the rules on the order of blocks go. */
export interface Piece {
  readonly kind: "text" | "call" | "result" | "thinking" | "media" | "other";
  readonly at: string;
  /** The id of the call, for a call and a result. */
  readonly id?: string;
}

/** A message of the user or the model, of an API that keeps calls and results inside messages. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly at: string;
  readonly pieces: readonly Piece[];
}

/** Neighbours of one role as one turn, as the Anthropic API reads them. */
export function mergeTurns(turns: readonly Turn[]): Turn[] {
  const merged: { role: Turn["role"]; at: string; pieces: Piece[] }[] = [];
  for (const { role, at, pieces } of turns) {
    const last = merged.at(-1);
    if (last?.role === role) last.pieces.push(...pieces);
    else merged.push({ role, at, pieces: [...pieces] });
  }
  return merged;
}

/**
 * The rules of Claude on calls and results, at Anthropic and behind Bedrock: each call is answered once in the next
 * user turn (claude-code#8210, litellm#23104), each result has its call in the turn before (claude-code#20895).
 */
export function checkTurnPairing(turns: readonly Turn[], report: Report): void {
  const ledger = new CallLedger(report);
  for (const { role, pieces } of mergeTurns(turns)) {
    if (role === "assistant") ledger.close();
    for (const { kind, id, at } of pieces) {
      if (id === undefined) continue;
      if (kind === "call" && role === "assistant") ledger.call(id, at);
      else if (kind === "result" && role === "user") ledger.result(id, at);
    }
    if (role === "user") ledger.close();
  }
  ledger.close();
}

/** The rules of Claude on which block may stand where. */
export function checkTurnOrder(turns: readonly Turn[], report: Report): void {
  for (const turn of turns) {
    checkPlaces(turn, report);
    // An interrupted stream leaves such a turn: hermes#13010.
    const last = turn.pieces.at(-1);
    if (turn.role === "assistant" && last?.kind === "thinking")
      report.error("thinking-last", last.at, "the last block of an assistant message cannot be thinking");
  }
  for (const turn of mergeTurns(turns))
    if (turn.role === "user") checkResultsFirst(turn, report);
    else checkCallsLast(turn, report);
}

/** `tool_result` blocks can only be in `user` messages, and so on (Anthropic.SDK#128). */
function checkPlaces({ role, pieces }: Turn, report: Report): void {
  const wrong = role === "user" ? ["call", "thinking"] : ["result", "media"];
  for (const { kind, at } of pieces)
    if (wrong.includes(kind))
      report.error("misplaced-block", at, `${kind} cannot stand in a message of the ${role}`);
}

/** Results come before all else in their message (vercel/ai#8318). */
function checkResultsFirst({ pieces }: Turn, report: Report): void {
  let others = false;
  for (const { kind, at } of pieces)
    if (kind !== "result") others = true;
    else if (others)
      report.error("result-not-first", at, "results have to be the first blocks of their message");
}

/** No text stands behind a call, up to the next thinking block (litellm#22946). */
function checkCallsLast({ pieces }: Turn, report: Report): void {
  let called = false;
  for (const { kind, at } of pieces)
    if (kind === "call") called = true;
    else if (kind === "thinking") called = false;
    else if (kind === "text" && called) report.error("text-after-call", at, "text stands behind a call");
}
