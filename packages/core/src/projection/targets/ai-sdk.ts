import { isImage, isText, isThinking } from "../../format/blocks.ts";
import type { JsonRecord } from "../../format/json.ts";
import type { Projection } from "../types.ts";
import { reasoningOptions, signatureOptions, type ProviderOptions } from "../wire/ai-sdk-signatures.ts";
import { CallIds } from "../wire/call-ids.ts";
import { objectInput } from "../wire/call-inputs.ts";
import { safeName } from "../wire/call-names.ts";
import { isClaude } from "../wire/claude-models.ts";
import { isGemini, REFUSED_BY_GEMINI } from "../wire/gemini-models.ts";
import { CLAUDE_IMAGES } from "../wire/images.ts";
import type { RenderOptions } from "../wire/render-options.ts";
import type { ModelBlock, SpokenBlock } from "../wire/turns.ts";
import { wireHistory } from "../wire/wire-history.ts";
import type { WireModelTurn, WireResult, WireTurn } from "../wire/wire-types.ts";

type AiText = { type: "text"; text: string; providerOptions?: ProviderOptions };
type AiFile = { type: "file"; mediaType: string; data: { type: "data"; data: string } };
type AiOutput =
  | { type: "text"; value: string }
  | { type: "error-text"; value: string }
  | { type: "content"; value: (AiText | AiFile)[] };
type AiToolResult = { type: "tool-result"; toolCallId: string; toolName: string; output: AiOutput };

type AiModelPart =
  | AiText
  | { type: "reasoning"; text: string; providerOptions: ProviderOptions }
  | {
      type: "tool-call";
      toolCallId: string;
      toolName: string;
      input: JsonRecord;
      providerOptions?: ProviderOptions;
    };

export type AiMessage =
  | { role: "user"; content: (AiText | AiFile)[] }
  | { role: "assistant"; content: AiModelPart[] }
  | { role: "tool"; content: AiToolResult[] };

/** The history options of a call of the AI SDK 7: system text is `instructions`, as its `messages` take none. */
export interface AiSdkBody {
  instructions?: string;
  messages: AiMessage[];
}

/** Renders a projection as `ModelMessage`s of the Vercel AI SDK, in a form that all its providers send on as valid. */
export function aiSdk(projection: Projection, options: RenderOptions = {}): AiSdkBody {
  const model = options.model ?? projection.model?.model;
  const itemIds = new Set<string>();
  const { system, turns } = wireHistory(projection, options, {
    family: undefined,
    systemInPlace: false,
    imagesInResults: false,
    imageLimit: isClaude(model) ? CLAUDE_IMAGES : undefined,
    refusedImages: isGemini(model) ? REFUSED_BY_GEMINI : [],
    prefixBound: true,
    callIds: new CallIds(),
    nameOf: safeName,
    isSound: (block, message) => isNew(reasoningOptions(block, message), itemIds),
  });
  const messages = turns.flatMap(messagesOf);
  return system.length === 0 ? { messages } : { instructions: system.join("\n\n"), messages };
}

/** An item of OpenAI Responses may stand in a request only once. */
function isNew(options: ProviderOptions | undefined, itemIds: Set<string>): boolean {
  const itemId = options?.["openai"]?.["itemId"];
  if (options === undefined || (itemId !== undefined && itemIds.has(itemId))) return false;
  if (itemId !== undefined) itemIds.add(itemId);
  return true;
}

function messagesOf(turn: WireTurn): AiMessage[] {
  if (turn.role === "system") return [];
  if (turn.role === "user") return [{ role: "user", content: turn.content.map(spokenPart) }];
  const { results, behind } = turn;
  const messages: AiMessage[] = [
    { role: "assistant", content: turn.content.map((block) => modelPart(block, turn)) },
  ];
  if (results.length > 0) messages.push({ role: "tool", content: results.map(resultPart) });
  if (behind.length > 0) messages.push({ role: "user", content: behind.map(spokenPart) });
  return messages;
}

function spokenPart(block: SpokenBlock): AiText | AiFile {
  if (!isImage(block)) return { type: "text", text: block.text };
  return { type: "file", mediaType: block.mimeType, data: { type: "data", data: block.data } };
}

function modelPart(block: ModelBlock, { message, signed }: WireModelTurn): AiModelPart {
  if (isThinking(block)) {
    const text = block.redacted === true ? "" : block.thinking;
    return { type: "reasoning", text, providerOptions: reasoningOptions(block, message)! };
  }
  const providerOptions = signed ? signatureOptions(block.signature, message) : undefined;
  const own = providerOptions === undefined ? {} : { providerOptions };
  if (isText(block)) return { type: "text", text: block.text, ...own };
  const { id, name, input } = block;
  return { type: "tool-call", toolCallId: id, toolName: name, input: objectInput(input), ...own };
}

function resultPart({ id, name, isError, content }: WireResult): AiToolResult {
  const value = content
    .filter(isText)
    .map(({ text }) => text)
    .join("\n\n");
  const output: AiOutput = { type: isError ? "error-text" : "text", value };
  return { type: "tool-result", toolCallId: id, toolName: name, output };
}
