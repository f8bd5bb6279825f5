import { isToolCall, toBlocks } from "../format/blocks.ts";
import type { Message, ToolCallBlock } from "../format/messages.ts";
import { trimFailedTurn } from "./aborted-turns.ts";
import { knownFields } from "./known-fields.ts";
import { cleanMessage, cleanText } from "./text-safety.ts";
import type { Repair } from "./types.ts";

/** Where a message stands in its log. */
export interface Origin {
  readonly entryId: string;
  readonly timestamp: string;
  /** Whether all that stands before it is as it was when it was written. */
  readonly prefixIntact: boolean;
}

/** A message that an entry puts into the context. */
export interface Contribution {
  readonly origin: Origin;
  readonly message: Message;
  /** Ids of calls that a failed turn never completed: their results go with them. */
  readonly lostCalls: readonly string[];
  /** The result was written when its call was found interrupted: it says only that the outcome is unknown. */
  readonly interrupted: boolean;
}

const NONE: readonly never[] = [];

/** Brings a message into the form all later steps rely on: blocks only, known fields only, safe text, whole calls. */
export function contribute(origin: Origin, message: Message, repairs: Repair[]): Contribution {
  const { entryId } = origin;
  const { message: trimmed, lostCalls } = trimFailedTurn(message);
  const known = knownFields(trimmed);
  const clean = cleanMessage(known);
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
  const left = toBlocks(trimmed.content).length - toBlocks(known.content).length;
  if (left > 0) {
    repairs.push({ kind: "block-left-out", entryId, detail: "it holds blocks that are not sent" });
  }
  // A model wants a turn back as it was: where something of it is missing, its thinking is void.
  const own = left > 0 && origin.prefixIntact ? { ...origin, prefixIntact: false } : origin;
  const interrupted = message.role === "toolResult" && message["interrupted"] === true;
  return {
    origin: own,
    message: clean,
    lostCalls: lostCalls.length === 0 ? NONE : lostCalls.map(cleanText),
    interrupted,
  };
}

/** A message of the projection's own, in the name of an entry. */
export function inserted(origin: Origin, message: Message): Contribution {
  return { origin, message, lostCalls: NONE, interrupted: false };
}

/** The calls of a contribution, in order. */
export function callsOf({ message }: Contribution): ToolCallBlock[] {
  return message.role === "assistant" ? toBlocks(message.content).filter(isToolCall) : [];
}
