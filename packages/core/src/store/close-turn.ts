import type { ToolCallBlock } from "../format/messages.ts";
import { unknownOutcome } from "../projection/result-texts.ts";
import type { NewEntry } from "./new-entry.ts";

/** The result of a call that was interrupted, word for word what a projection says in its place without it. */
export function interruptedResult(call: ToolCallBlock): NewEntry {
  return { type: "message", message: { ...unknownOutcome(call), interrupted: true } };
}
