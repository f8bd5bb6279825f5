import { isImage, isText, isThinking } from "../../format/blocks.ts";
import type { JsonRecord } from "../../format/json.ts";
import type { Projection } from "../types.ts";
import { breakpoints, type Breakpoints } from "../wire/cache-breakpoints.ts";
import { CallIds } from "../wire/call-ids.ts";
import { objectInput } from "../wire/call-inputs.ts";
import { safeName } from "../wire/call-names.ts";
import { CLAUDE_IMAGES } from "../wire/images.ts";
import { mergeTurns, type MergedPart } from "../wire/merge.ts";
import { hintOpenLoop, hintTools } from "../wire/hints.ts";
import { isSigned } from "../wire/profile.ts";
import type { RenderOptions } from "../wire/render-options.ts";
import type { ModelBlock, SpokenBlock } from "../wire/turns.ts";
import { wireHistory } from "../wire/wire-history.ts";
import type { WireResult } from "../wire/wire-types.ts";

export interface AnthropicOptions extends RenderOptions {
  /**
   * How many cache breakpoints to set, at most four: one on the system prompt, the others on the last user messages.
   * They move as the history grows; what they mark does not change. Default: 0.
   */
  readonly cacheBreakpoints?: number | undefined;
}

interface CacheControl {
  readonly type: "ephemeral";
}

interface AnthropicText {
  type: "text";
  text: string;
  cache_control?: CacheControl;
}

interface AnthropicImage {
  type: "image";
  source: {
    type: "base64";
    media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
    data: string;
  };
  cache_control?: CacheControl;
}

interface AnthropicToolResult {
  type: "tool_result";
  tool_use_id: string;
  content: (AnthropicText | AnthropicImage)[];
  is_error?: true;
  cache_control?: CacheControl;
}

type AnthropicUserBlock = AnthropicText | AnthropicImage | AnthropicToolResult;
type AnthropicModelBlock =
  | AnthropicText
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "redacted_thinking"; data: string }
  | { type: "tool_use"; id: string; name: string; input: JsonRecord };

export type AnthropicMessage =
  | { role: "user"; content: AnthropicUserBlock[] }
  | { role: "assistant"; content: AnthropicModelBlock[] };

/** The history fields of a request to the Messages API. */
export interface AnthropicBody {
  system?: AnthropicText[];
  messages: AnthropicMessage[];
}

/** Renders a projection for Anthropic's Messages API. */
export function anthropic(projection: Projection, options: AnthropicOptions = {}): AnthropicBody {
  const history = wireHistory(projection, options, {
    family: "anthropic",
    systemInPlace: false,
    imagesInResults: true,
    imageLimit: CLAUDE_IMAGES,
    prefixBound: true,
    callIds: new CallIds(),
    nameOf: safeName,
    isSound: isSigned,
  });
  hintOpenLoop(history, options);
  hintTools(history, options);
  const messages = mergeTurns(history).map((merged): AnthropicMessage =>
    merged.role === "user"
      ? { role: "user", content: merged.parts.map(userBlock) }
      : { role: "assistant", content: merged.turn.content.map(modelBlock) },
  );
  const system = history.system.length === 0 ? [] : [textBlock(history.system.join("\n\n"))];
  mark(breakpoints(options.cacheBreakpoints, system.length > 0, messages), system, messages);
  return system.length === 0 ? { messages } : { system, messages };
}

function userBlock(part: MergedPart): AnthropicUserBlock {
  return part.type === "result" ? toolResult(part.result) : spokenBlock(part);
}

function toolResult({ id, content, isError }: WireResult): AnthropicToolResult {
  const block: AnthropicToolResult = {
    type: "tool_result",
    tool_use_id: id,
    content: content.map(spokenBlock),
  };
  return isError ? { ...block, is_error: true } : block;
}

function spokenBlock(block: SpokenBlock): AnthropicText | AnthropicImage {
  if (!isImage(block)) return textBlock(block.text);
  const media_type = block.mimeType as AnthropicImage["source"]["media_type"];
  return { type: "image", source: { type: "base64", media_type, data: block.data } };
}

function textBlock(text: string): AnthropicText {
  return { type: "text", text };
}

function modelBlock(block: ModelBlock): AnthropicModelBlock {
  if (isThinking(block)) {
    if (block.redacted === true) return { type: "redacted_thinking", data: block.signature! };
    return { type: "thinking", thinking: block.thinking, signature: block.signature! };
  }
  if (isText(block)) return textBlock(block.text);
  const { id, name, input } = block;
  return { type: "tool_use", id, name, input: objectInput(input) };
}

function mark({ system, blocks }: Breakpoints, prompt: AnthropicText[], messages: AnthropicMessage[]): void {
  const cache_control: CacheControl = { type: "ephemeral" };
  if (system) prompt.at(-1)!.cache_control = cache_control;
  for (const { message, block } of blocks) {
    const marked = messages[message]!.content[block]!;
    (marked as AnthropicUserBlock).cache_control = cache_control;
  }
}
