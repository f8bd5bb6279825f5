import { isToolCall, toBlocks } from "../format/blocks.ts";
import type { Message, ToolCallBlock } from "../format/messages.ts";
import { trimFailedTurn } from "./aborted-turns.ts";
import { knownFields } from "./known-fields.ts";
import { cleanText } from "./text-safety.ts";
import type { Repair } from "./types.ts";

/** A message that an entry puts into the context. */
export interface Contribution {
  readonly entryId: string;
  readonly message: Message;
  /** Ids of calls that a failed turn never completed: their results go with them. */
  readonly lostCalls: readonly string[];
  /** The result was written when its call was found interrupted: it says only that the outcome is unknown. */
  readonly interrupted: boolean;
}

/** Brings a message into the form all later steps rely on: blocks only, known fields only, safe text, whole calls. */
export function contribute(entryId: string, message: Message, repairs: Repair[]): Contribution {
  const { message: trimmed, lostCalls } = trimFailedTurn(message);
  const known = knownFields(trimmed);
  const clean = cleanText(known);
  if (trimmed !== message) {
    repairs.push({
      kind: "turn-trimmed",
      entryId,
      detail: "unfinished parts of a failed turn were left out",
    });
  }
  if (clean !== known) {
    repairs.push({ kind: "text-replaced", entryId, detail: "unpaired surrogates or NUL became U+FFFD" });
  }
  const interrupted = message.role === "toolResult" && message["interrupted"] === true;
  return { entryId, message: clean, lostCalls: lostCalls.map(cleanText), interrupted };
}

/** A message of the projection's own, in the name of an entry. */
export function inserted(entryId: string, message: Message): Contribution {
  return { entryId, message, lostCalls: [], interrupted: false };
}

/** The calls of a contribution, in order. */
export function callsOf({ message }: Contribution): ToolCallBlock[] {
  return message.role === "assistant" ? toBlocks(message.content).filter(isToolCall) : [];
}
