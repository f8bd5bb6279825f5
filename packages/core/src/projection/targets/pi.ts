import { isImage, isText, isThinking } from "../../format/blocks.ts";
import type { JsonRecord } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { zonedTime } from "../stale.ts";
import type { Projection } from "../types.ts";
import { CallIds } from "../wire/call-ids.ts";
import { objectInput } from "../wire/call-inputs.ts";
import { safeName } from "../wire/call-names.ts";
import { isGemini, isGemini3, REFUSED_BY_GEMINI } from "../wire/gemini-models.ts";
import { piApi, PiSignatures } from "../wire/pi-signatures.ts";
import { isClaude } from "../wire/claude-models.ts";
import { CLAUDE_IMAGES } from "../wire/images.ts";
import type { RenderOptions } from "../wire/render-options.ts";
import type { ModelBlock, SpokenBlock } from "../wire/turns.ts";
import { wireHistory } from "../wire/wire-history.ts";
import type { WireModelTurn, WireTurn } from "../wire/wire-types.ts";

type PiText = { type: "text"; text: string; textSignature?: string };
type PiImage = { type: "image"; data: string; mimeType: string };
type PiThinking = { type: "thinking"; thinking: string; thinkingSignature?: string; redacted?: boolean };
type PiToolCall = {
  type: "toolCall";
  id: string;
  name: string;
  arguments: JsonRecord;
  thoughtSignature?: string;
};

interface PiUsage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  totalTokens: number;
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
}

export interface PiAssistantMessage {
  role: "assistant";
  content: (PiText | PiThinking | PiToolCall)[];
  api: string;
  provider: string;
  model: string;
  usage: PiUsage;
  stopReason: "stop" | "length" | "toolUse";
  timestamp: number;
}

export type PiMessage =
  | { role: "system"; content: string; timestamp: number }
  | { role: "user"; content: (PiText | PiImage)[]; timestamp: number }
  | PiAssistantMessage
  | {
      role: "toolResult";
      toolCallId: string;
      toolName: string;
      content: (PiText | PiImage)[];
      isError: boolean;
      timestamp: number;
    };

/** The messages of a context of pi-ai. */
export interface PiBody {
  messages: PiMessage[];
}

/**
 * Renders a projection as messages of pi-ai, which renders them for the API it calls. They keep to the rules of every
 * API, as pi-ai misses some of them.
 */
export function pi(projection: Projection, options: RenderOptions = {}): PiBody {
  const model = options.model ?? projection.model?.model;
  const signatures = new PiSignatures();
  const { system, turns } = wireHistory(projection, options, {
    family: undefined,
    systemInPlace: true,
    // Before Gemini 3, pi puts the images of a result between the results of a turn.
    imagesInResults: isGemini3(model),
    imageLimit: isClaude(model) ? CLAUDE_IMAGES : undefined,
    refusedImages: isGemini(model) ? REFUSED_BY_GEMINI : [],
    prefixBound: true,
    callIds: new CallIds(),
    nameOf: safeName,
    isSound: signatures.isSound,
  });
  const messages: PiMessage[] = [];
  for (const turn of turns) for (const message of messagesOf(turn, signatures)) say(messages, message);
  if (system.length > 0) {
    const timestamp = messages[0]?.timestamp ?? 0;
    messages.unshift({ role: "system", content: system.join("\n\n"), timestamp });
  }
  return { messages };
}

/** pi joins no messages, and Bedrock wants user and model to take turns. */
function say(messages: PiMessage[], message: PiMessage): void {
  const last = messages.at(-1);
  if (last?.role !== "user" || message.role !== "user") messages.push(message);
  else for (const block of message.content) last.content.push(block);
}

function messagesOf(turn: WireTurn, signatures: PiSignatures): PiMessage[] {
  const timestamp = zonedTime(turn.timestamp) || 0;
  if (turn.role === "system") return [{ role: "system", content: turn.text, timestamp }];
  if (turn.role === "user") return [{ role: "user", content: turn.content.map(spokenBlock), timestamp }];
  const messages: PiMessage[] = [modelMessage(turn, timestamp, signatures)];
  for (const { id, name, content, isError } of turn.results) {
    const blocks = content.map(spokenBlock);
    messages.push({
      role: "toolResult",
      toolCallId: id,
      toolName: name,
      content: blocks,
      isError,
      timestamp,
    });
  }
  if (turn.behind.length > 0)
    messages.push({ role: "user", content: turn.behind.map(spokenBlock), timestamp });
  return messages;
}

function spokenBlock(block: SpokenBlock): PiText | PiImage {
  if (!isImage(block)) return { type: "text", text: block.text };
  return { type: "image", data: block.data, mimeType: block.mimeType };
}

function modelMessage(turn: WireModelTurn, timestamp: number, signatures: PiSignatures): PiAssistantMessage {
  const { message, content } = turn;
  return {
    role: "assistant",
    content: content.map((block) => modelBlock(block, turn, signatures)),
    api: piApi(message.api),
    provider: message.provider ?? "unknown",
    model: message.model ?? "unknown",
    usage: usage(message.usage ?? {}),
    stopReason: stopReason(turn),
    timestamp,
  };
}

/** pi leaves a failed turn out and its results in, so what is left of one must not look failed. */
function stopReason({ message, results }: WireModelTurn): PiAssistantMessage["stopReason"] {
  if (results.length > 0) return "toolUse";
  return message.stopReason === "length" ? "length" : "stop";
}

function modelBlock(
  block: ModelBlock,
  { message, signed }: WireModelTurn,
  signatures: PiSignatures,
): PiText | PiThinking | PiToolCall {
  if (isThinking(block)) {
    const { thinking, signature = "", redacted } = block;
    const known = { type: "thinking", thinking, thinkingSignature: signature } as const;
    return redacted === undefined ? known : { ...known, redacted };
  }
  const signature = signed ? signatures.of(block.signature, message) : undefined;
  if (isText(block)) {
    const text = { type: "text", text: block.text } as const;
    return signature === undefined ? text : { ...text, textSignature: signature };
  }
  const { id, name, input } = block;
  const call = { type: "toolCall", id, name, arguments: objectInput(input) } as const;
  return signature === undefined ? call : { ...call, thoughtSignature: signature };
}

function usage(logged: Usage): PiUsage {
  const { inputTokens: input = 0, outputTokens: output = 0 } = logged;
  const { cacheReadTokens: cacheRead = 0, cacheWriteTokens: cacheWrite = 0, cost = 0 } = logged;
  return {
    input,
    output,
    cacheRead,
    cacheWrite,
    totalTokens: input + output + cacheRead + cacheWrite,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: cost },
  };
}
