import { isThinking } from "../../format/blocks.ts";
import type { AssistantMessage, ThinkingBlock } from "../../format/messages.ts";
import type { Projection } from "../types.ts";
import { familyOf, type ApiFamily } from "./api-families.ts";
import type { RenderOptions } from "./render-options.ts";
import type { ModelBlock, ModelTurn } from "./turns.ts";

/** The model that a request goes to, as far as it is known. */
export interface Receiver {
  readonly model: string | undefined;
  readonly provider: string | undefined;
  /** undefined: any, as with the AI SDK and pi. */
  readonly family: ApiFamily | undefined;
}

/** Who gets a rendering: what the host says, else the model in force. */
export function receiverOf(
  { model }: Projection,
  options: RenderOptions,
  family: ApiFamily | undefined,
): Receiver {
  if (options.model !== undefined) return { model: options.model, provider: options.provider, family };
  return { model: model?.model, provider: options.provider ?? model?.provider, family };
}

/** Whether the receiver made this message: only then its signatures mean something to it. */
export function madeBy(message: AssistantMessage, receiver: Receiver): boolean {
  const { model, provider, family } = receiver;
  if (model === undefined || message.model === undefined) return false;
  if (message.model !== model && undated(message.model) !== undated(model)) return false;
  if (provider !== undefined && message.provider !== undefined && message.provider !== provider) return false;
  if (family === undefined || message.api === undefined) return true;
  return familyOf(message.api, undefined) === family;
}

/** Why thinking of the receiver's own is void. */
export const PREFIX_CHANGED = "what stands before it has changed since";

/** A model's name without the date of its snapshot: `claude-sonnet-4-5` is `claude-sonnet-4-5-20250929`. */
function undated(model: string): string {
  return model.replace(/[-@]20\d{6}$/, "");
}

/** Why a message is not the receiver's. */
function whoMade({ model, provider, api }: AssistantMessage, receiver: Receiver): string {
  const maker = [provider, model].filter((name) => name !== undefined).join("/") || "an unnamed model";
  const to = [receiver.provider, receiver.model].filter((name) => name !== undefined).join("/");
  const through = api === undefined ? "" : ` through ${api}`;
  return `${maker} made it${through}, and it goes to ${to || "an unnamed model"}`;
}

/**
 * A turn with the thinking that its API takes back, and why any was left out. An API takes it only unchanged, from
 * the model that made it, behind the very history it was made behind, and never at the end of a turn.
 * Sources: the preserved-thinking documentation of Anthropic; anthropic-sdk-python#1598, opencode#48637.
 */
export function soundThinking(
  turn: ModelTurn,
  receiver: Receiver,
  prefixIntact: boolean,
  options: RenderOptions,
  isSound: (block: ThinkingBlock, message: AssistantMessage) => boolean,
): { readonly content: readonly ModelBlock[]; readonly dropped: string | undefined } {
  const { content, message } = turn;
  if (!content.some(isThinking)) return { content, dropped: undefined };
  if (options.thinking === "drop") return without(content, "thinking is not to be sent");
  if (!madeBy(message, receiver)) return without(content, whoMade(message, receiver));
  if (!prefixIntact) return without(content, PREFIX_CHANGED);
  // Behind one that is left out the others would be moved: they go, too.
  let whole = true;
  const sound = content.filter((block) => !isThinking(block) || (whole &&= isSound(block, message)));
  if (sound.length === content.length) return { content, dropped: undefined };
  return { content: sound, dropped: "it has no signature that the API knows" };
}

function without(content: readonly ModelBlock[], dropped: string) {
  return { content: content.filter((block) => !isThinking(block)), dropped };
}

/** A turn's content without thinking at its end, where APIs refuse it: an interrupted stream leaves it there. */
export function endWithoutThinking(content: readonly ModelBlock[]): readonly ModelBlock[] {
  const end = content.findLastIndex((block) => !isThinking(block));
  return end === content.length - 1 ? content : content.slice(0, end + 1);
}
