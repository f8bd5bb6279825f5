import type { AssistantMessage, Message } from "../format/messages.ts";
import { estimateTokens } from "../projection/estimate-tokens.ts";
import type { Projection } from "../projection/types.ts";
import { contextTokensOf } from "./token-total.ts";

/** How large a context is, in tokens. */
export interface ContextSize {
  readonly tokens: number;
  /** The part of `tokens` that no API has counted; if it is all of them, tools and other things a host adds are not in it. */
  readonly estimated: number;
}

/**
 * How large the context of a projection is: what the last answer of the model in force says of it, and an estimate of
 * what follows. An answer says nothing of it any more once a compaction, an edit or damage changed what stands before
 * it, or another model is in force, which counts differently; nor does one that failed. Without an answer all is estimated.
 */
export function contextSize({ messages, prefixIntact, model }: Projection): ContextSize {
  let estimated = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!;
    const counted = prefixIntact[index] === true && isBy(model, message) ? countedBy(message) : 0;
    if (counted > 0) return { tokens: counted + estimated, estimated };
    estimated += estimateTokens(message);
  }
  return { tokens: estimated, estimated };
}

function isBy(model: Projection["model"], message: Message): message is AssistantMessage {
  if (message.role !== "assistant" || message.model !== model?.model) return false;
  // A provider that is not named is no other one.
  return (message.provider ?? model?.provider) === (model?.provider ?? message.provider);
}

function countedBy({ usage, stopReason }: AssistantMessage): number {
  if (usage === undefined || stopReason === "error" || stopReason === "aborted") return 0;
  return contextTokensOf(usage);
}
