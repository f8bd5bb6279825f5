import { isImage, isText, isThinking } from "../../format/blocks.ts";
import { isJsonObject, type JsonRecord, type JsonValue } from "../../format/json.ts";
import type { ImageBlock } from "../../format/messages.ts";
import type { Projection } from "../types.ts";
import { isBase64 } from "../wire/base64.ts";
import { breakpoints } from "../wire/cache-breakpoints.ts";
import { CallIds } from "../wire/call-ids.ts";
import { objectInput } from "../wire/call-inputs.ts";
import { safeName } from "../wire/call-names.ts";
import { isClaude } from "../wire/claude-models.ts";
import { hintOpenLoop, toolNames } from "../wire/hints.ts";
import { CLAUDE_IMAGES } from "../wire/images.ts";
import { mergeTurns, type MergedPart } from "../wire/merge.ts";
import { isSigned } from "../wire/profile.ts";
import type { RenderOptions } from "../wire/render-options.ts";
import type { ModelBlock, SpokenBlock } from "../wire/turns.ts";
import { wireHistory } from "../wire/wire-history.ts";

export interface BedrockOptions extends RenderOptions {
  /** How many cache points to set, at most four: behind the system prompt, the others in the last user messages. */
  readonly cacheBreakpoints?: number | undefined;
  /** The tools of the request. Default: a stub for each tool that the history calls, as the API refuses none at all. */
  readonly tools?: readonly BedrockTool[] | undefined;
}

/** A tool as the API declares it. */
export interface BedrockTool {
  toolSpec: { name: string; description?: string; inputSchema: { json: JsonRecord } };
}

interface CachePoint {
  cachePoint: { type: "default" };
}

type BedrockText = { text: string };
type BedrockImage = { image: { format: "png" | "jpeg" | "gif" | "webp"; source: { bytes: Uint8Array } } };

type BedrockUserBlock =
  | BedrockText
  | BedrockImage
  | CachePoint
  | {
      toolResult: {
        toolUseId: string;
        content: (BedrockText | BedrockImage)[];
        status: "success" | "error";
      };
    };

type BedrockModelBlock =
  | BedrockText
  | { reasoningContent: { reasoningText: { text: string; signature: string } } }
  | { reasoningContent: { redactedContent: Uint8Array } }
  | { toolUse: { toolUseId: string; name: string; input: JsonRecord } };

export type BedrockMessage =
  | { role: "user"; content: BedrockUserBlock[] }
  | { role: "assistant"; content: BedrockModelBlock[] };

/** The history fields of a request to Bedrock's Converse API. */
export interface BedrockBody {
  system?: (BedrockText | CachePoint)[];
  messages: BedrockMessage[];
  toolConfig?: { tools: BedrockTool[] };
}

/** The API's own limit is that of a message. */
const IMAGE_LIMIT = { ...CLAUDE_IMAGES, inMessage: 20 };

/** Renders a projection for Amazon Bedrock's Converse API. Image bytes are `Uint8Array`s, as its SDK wants them. */
export function bedrock(projection: Projection, options: BedrockOptions = {}): BedrockBody {
  const forClaude = isClaude(options.model ?? projection.model?.model);
  const history = wireHistory(projection, options, {
    family: "bedrock",
    systemInPlace: false,
    imagesInResults: true,
    // Other models refuse results beside anything else, and signatures.
    resultsAlone: !forClaude,
    imageLimit: IMAGE_LIMIT,
    prefixBound: true,
    callIds: new CallIds(),
    nameOf: safeName,
    isSound: (block) =>
      forClaude && isSigned(block) && (block.redacted !== true || isBase64(block.signature)),
  });
  hintOpenLoop(history, options);
  const messages = mergeTurns(history).map((merged): BedrockMessage =>
    merged.role === "user"
      ? { role: "user", content: merged.parts.map(userBlock) }
      : { role: "assistant", content: merged.turn.content.map(modelBlock) },
  );
  const system: (BedrockText | CachePoint)[] =
    history.system.length === 0 ? [] : [{ text: history.system.join("\n\n") }];
  const points = breakpoints(options.cacheBreakpoints, system.length > 0, messages);
  if (points.system) system.push(cachePoint());
  for (const { message, block } of points.blocks) {
    const { content } = messages[message]! as { content: BedrockUserBlock[] };
    content.splice(block + 1, 0, cachePoint());
  }
  const tools = options.tools ?? toolNames(history).map(stub);
  return {
    ...(system.length > 0 && { system }),
    messages,
    ...(tools.length > 0 && { toolConfig: { tools: [...tools] } }),
  };
}

function cachePoint(): CachePoint {
  return { cachePoint: { type: "default" } };
}

function stub(name: string): BedrockTool {
  return { toolSpec: { name, inputSchema: { json: { type: "object" } } } };
}

function userBlock(part: MergedPart): BedrockUserBlock {
  if (part.type !== "result") return spokenBlock(part);
  const { id, isError, content } = part.result;
  const status = isError ? "error" : "success";
  return { toolResult: { toolUseId: id, content: content.map(spokenBlock), status } };
}

function spokenBlock(block: SpokenBlock): BedrockText | BedrockImage {
  if (!isImage(block)) return { text: block.text };
  return { image: { format: formatOf(block), source: { bytes: bytesOf(block.data) } } };
}

function formatOf({ mimeType }: ImageBlock): BedrockImage["image"]["format"] {
  return mimeType.slice("image/".length) as BedrockImage["image"]["format"];
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}

function modelBlock(block: ModelBlock): BedrockModelBlock {
  if (isThinking(block)) {
    const { thinking: text, signature = "" } = block;
    if (block.redacted === true) return { reasoningContent: { redactedContent: bytesOf(signature) } };
    return { reasoningContent: { reasoningText: { text, signature } } };
  }
  if (isText(block)) return { text: block.text };
  const { id, name, input } = block;
  return { toolUse: { toolUseId: id, name, input: namedKeys(objectInput(input)) as JsonRecord } };
}

/** Bedrock refuses an empty key, at any depth. */
function namedKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(namedKeys);
  if (!isJsonObject(value)) return value;
  let free = "_";
  while (Object.hasOwn(value, free)) free += "_";
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key || free, namedKeys(item)]));
}
