import { isThinking, isToolCall } from "../../format/blocks.ts";
import type { RenderOptions } from "./render-options.ts";
import type { WireHistory, WireModelTurn } from "./wire-types.ts";

/**
 * With `thinking: enabled` Anthropic wants a turn whose calls were just answered to start with thinking
 * (opencode#3077): says so where that thinking could not be sent.
 */
export function hintOpenLoop({ turns }: WireHistory, { notes }: RenderOptions): void {
  const last = turns.findLast((turn): turn is WireModelTurn => turn.role === "assistant");
  if (last === undefined || last.results.length === 0 || isThinking(last.content[0]!)) return;
  const detail =
    "the last turn of the model calls tools and has no thinking to send: use adaptive thinking, or none, for this request";
  notes?.hints.push({ kind: "thinking-adaptive-or-off", detail });
}

/** Some servers refuse tool calls in a history whose request declares no tools: names those that it holds. */
export function hintTools(history: WireHistory, { notes }: RenderOptions): void {
  if (notes === undefined) return;
  const names = toolNames(history);
  if (names.length > 0)
    notes.hints.push({ kind: "tools-needed", detail: `the history calls ${names.join(", ")}` });
}

/** The names of the tools that a history calls, each once, in order. */
export function toolNames({ turns }: WireHistory): string[] {
  const names = new Set<string>();
  for (const turn of turns) {
    if (turn.role !== "assistant") continue;
    for (const block of turn.content) if (isToolCall(block)) names.add(block.name);
  }
  return [...names];
}
