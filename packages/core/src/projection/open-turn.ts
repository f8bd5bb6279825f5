import type { ToolCallBlock } from "../format/messages.ts";
import { contextItems } from "./context-items.ts";
import { ToolPairing } from "./tool-pairing.ts";
import type { PathEntry } from "./types.ts";

/**
 * The calls without an answer of the last assistant turn, in order; empty if another one followed them. A call that a
 * failed turn never completed is none.
 */
export function openCallsAt(path: readonly PathEntry[]): ToolCallBlock[] {
  const { opening, own } = contextItems(path);
  const pairing = new ToolPairing("synthesize");
  for (const item of opening) pairing.take(item);
  for (const { contribution } of own) pairing.take(contribution);
  return pairing.waiting;
}
