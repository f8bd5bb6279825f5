import { isImage, isText, isThinking, isToolCall } from "../../format/blocks.ts";
import type { Projection } from "../types.ts";
import { CallIds, MistralCallIds } from "../wire/call-ids.ts";
import { textInput } from "../wire/call-inputs.ts";
import { safeName } from "../wire/call-names.ts";
import type { RenderOptions } from "../wire/render-options.ts";
import type { SpokenBlock } from "../wire/turns.ts";
import { wireHistory } from "../wire/wire-history.ts";
import type { WireModelTurn, WireTurn } from "../wire/wire-types.ts";

export interface OpenAiChatOptions extends RenderOptions {
  /**
   * Whose rules hold: `deepseek` (and Kimi) want `reasoning_content` on all turns of the model, `mistral` ids of nine
   * characters and the model's word behind results. Default: by the provider's name, else `openai`.
   */
  readonly flavor?: ChatFlavor | undefined;
}

export type ChatFlavor = "openai" | "deepseek" | "mistral";

type ChatText = { type: "text"; text: string };
type ChatPart = ChatText | { type: "image_url"; image_url: { url: string } };

interface ChatToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export interface ChatAssistantMessage {
  role: "assistant";
  content: string | null;
  reasoning_content?: string;
  tool_calls?: ChatToolCall[];
}

export type ChatMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string | ChatPart[] }
  | { role: "tool"; tool_call_id: string; content: string }
  | ChatAssistantMessage;

/** The history field of a request to OpenAI's Chat Completions API, or one like it. */
export interface OpenAiChatBody {
  messages: ChatMessage[];
}

/** Renders a projection for Chat Completions. */
export function openaiChat(projection: Projection, options: OpenAiChatOptions = {}): OpenAiChatBody {
  const flavor = options.flavor ?? flavorOf(options.provider ?? projection.model?.provider);
  const history = wireHistory(projection, options, {
    family: "openai-chat",
    systemInPlace: flavor === "openai",
    imagesInResults: false,
    resultsAlone: flavor === "mistral",
    prefixBound: false,
    callIds: flavor === "mistral" ? new MistralCallIds() : new CallIds(),
    nameOf: safeName,
    isSound: () => flavor === "deepseek",
  });
  const messages: ChatMessage[] = [];
  if (history.system.length > 0) messages.push({ role: "system", content: history.system.join("\n\n") });
  for (const turn of history.turns)
    for (const message of messagesOf(turn, flavor)) {
      const last = messages.at(-1);
      // DeepSeek refuses two of the user in a row (DeepSeek-R1#21).
      if (flavor === "deepseek" && last?.role === "user" && message.role === "user")
        last.content = [...partsOf(last.content), ...partsOf(message.content)];
      else messages.push(message);
    }
  return { messages };
}

function flavorOf(provider = ""): ChatFlavor {
  if (/^mistral/i.test(provider)) return "mistral";
  return /^(?:deepseek|kimi|moonshot)/i.test(provider) ? "deepseek" : "openai";
}

function messagesOf(turn: WireTurn, flavor: ChatFlavor): ChatMessage[] {
  if (turn.role === "system") return [{ role: "system", content: turn.text }];
  if (turn.role === "user") return [userMessage(turn.content)];
  const messages: ChatMessage[] = [modelMessage(turn, flavor)];
  for (const { id, content } of turn.results) {
    messages.push({ role: "tool", tool_call_id: id, content: textOnly(content) });
  }
  if (turn.behind.length > 0) messages.push(userMessage(turn.behind));
  return messages;
}

function userMessage(content: readonly SpokenBlock[]): ChatMessage {
  const only = content[0];
  if (content.length === 1 && isText(only!)) return { role: "user", content: only.text };
  return { role: "user", content: content.map(part) };
}

function partsOf(content: string | ChatPart[]): ChatPart[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function part(block: SpokenBlock): ChatPart {
  if (!isImage(block)) return { type: "text", text: block.text };
  return { type: "image_url", image_url: { url: `data:${block.mimeType};base64,${block.data}` } };
}

function modelMessage({ content }: WireModelTurn, flavor: ChatFlavor): ChatAssistantMessage {
  const text = content.filter(isText);
  const message: ChatAssistantMessage = {
    role: "assistant",
    content: text.length === 0 ? null : textOnly(text),
  };
  if (flavor === "deepseek")
    message.reasoning_content = content
      .filter(isThinking)
      .map(({ thinking }) => thinking)
      .join("\n\n");
  const calls = content.filter(isToolCall).map(({ id, name, input }): ChatToolCall => {
    return { id, type: "function", function: { name, arguments: textInput(input) } };
  });
  if (calls.length > 0) message.tool_calls = calls;
  return message;
}

function textOnly(content: readonly SpokenBlock[]): string {
  const texts = content.filter(isText).map(({ text }) => text);
  return texts.join("\n\n");
}
