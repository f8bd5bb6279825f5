import type { EntryView, Part, ToolCall } from "./entry-view.ts";
import { callSubject } from "./tool-call.ts";

/** So many characters are more than anything folded shows. */
const SHOWN = 4096;

/**
 * A view without what a folded telling leaves out: of results, thinking and calls only the start is there. So a large
 * session is told in memory that follows what is shown of it.
 */
export function condensed(view: EntryView): EntryView {
  if (view.kind === "result") return { ...view, ...cut(view.text) };
  if (!("parts" in view)) return view;
  return { ...view, parts: view.parts.map((part) => (part.kind === "text" ? part : startOf(part))) };
}

/** A view of which one line is shown. */
export function outlined(view: EntryView): EntryView {
  if ("parts" in view) return { ...view, parts: view.parts.map(startOf) };
  return { ...view, text: start(view.text) };
}

function startOf(part: Part): Part {
  return part.kind === "call" ? startOfCall(part) : { ...part, text: start(part.text) };
}

function startOfCall(call: ToolCall): ToolCall {
  const { id, name, input } = call;
  const isShort = (JSON.stringify(input) ?? "").length <= SHOWN;
  return { kind: "call", id, name, input: isShort ? input : start(callSubject(call)) };
}

function cut(text: string): { text: string; cutLines?: number } {
  if (text.length <= SHOWN) return { text };
  let cutLines = 0;
  for (let at = text.indexOf("\n", SHOWN); at >= 0; at = text.indexOf("\n", at + 1)) cutLines++;
  return { text: start(text), cutLines };
}

/** A copy, as a part of a string keeps all of it in memory. */
function start(text: string): string {
  return text.length <= SHOWN ? text : Buffer.from(text.slice(0, SHOWN), "utf16le").toString("utf16le");
}
