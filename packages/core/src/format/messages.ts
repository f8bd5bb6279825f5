import * as z from "zod/mini";
import { BLOB_NAME } from "./ids.ts";
import { once } from "./once.ts";

/** The blocks whose shape this format defines; a block of any other `type` is carried as it is. */
export const KNOWN_BLOCK_TYPES = ["text", "image", "thinking", "toolCall", "blob"] as const;

/** Why a model stopped. */
export const STOP_REASONS = ["stop", "length", "toolUse", "error", "aborted"] as const;

/** The schemas of messages and of what is in them. */
export const messageSchemas = once(() => {
  const textBlock = z
    .looseObject({ type: z.literal("text"), text: z.string(), signature: z.optional(z.string()) })
    .register(z.globalRegistry, {
      id: "TextBlock",
      description: "Plain text; `signature` is what the API wants back with it.",
    });

  const imageBlock = z
    .looseObject({ type: z.literal("image"), mimeType: z.string(), data: z.string() })
    .register(z.globalRegistry, { id: "ImageBlock", description: "An image; `data` is base64." });

  const thinkingBlock = z
    .looseObject({
      type: z.literal("thinking"),
      thinking: z.string(),
      signature: z.optional(z.string()),
      redacted: z.optional(z.boolean()),
    })
    .register(z.globalRegistry, {
      id: "ThinkingBlock",
      description: "Reasoning of the model that made the message.",
    });

  const toolCallBlock = z
    .looseObject({
      type: z.literal("toolCall"),
      id: z.string(),
      name: z.string(),
      input: z.unknown(),
      signature: z.optional(z.string()),
    })
    .register(z.globalRegistry, {
      id: "ToolCallBlock",
      description:
        "A call of a tool; `input` is what the model gave, `signature` what the API wants back with it.",
    });

  const blobBlock = z
    .looseObject({
      type: z.literal("blob"),
      sha256: z.string().check(z.regex(BLOB_NAME)),
      bytes: z.int().check(z.nonnegative()),
      mimeType: z.string(),
      of: z.enum(["text", "image"]),
      preview: z.optional(z.string()),
      whole: z.optional(z.boolean()),
      signature: z.optional(z.string()),
    })
    .register(z.globalRegistry, {
      id: "BlobBlock",
      description:
        "A large text or image, kept in a file of its own; `whole`: the content was this text, as a string.",
    });

  const opaqueBlock = z
    .looseObject({
      type: z.string().check(z.refine((type) => !KNOWN_BLOCK_TYPES.some((known) => known === type))),
    })
    .register(z.globalRegistry, {
      id: "OpaqueBlock",
      description: "A block of a type this format does not define.",
    });

  /** One content block. */
  const block = z
    .union([textBlock, imageBlock, thinkingBlock, toolCallBlock, blobBlock, opaqueBlock])
    .register(z.globalRegistry, { id: "Block" });

  /** The content of a message: blocks, or a string that is read as one text block. */
  const content = z.union([z.string(), z.array(block)]).register(z.globalRegistry, { id: "Content" });

  const count = z.number().check(z.nonnegative());

  /**
   * Tokens and cost of one response. Input parts are disjoint; reasoning is a part of output, and what is cached for an
   * hour a part of what is written to the cache. `contextTokens` is the size of the context behind a response that the
   * API made in several steps, so that the sum of its parts is more than the context.
   */
  const usage = z
    .looseObject({
      inputTokens: z.optional(count),
      outputTokens: z.optional(count),
      cacheReadTokens: z.optional(count),
      cacheWriteTokens: z.optional(count),
      cacheWrite1hTokens: z.optional(count),
      reasoningTokens: z.optional(count),
      cost: z.optional(count),
      contextTokens: z.optional(count),
    })
    .register(z.globalRegistry, {
      id: "Usage",
      description: "Token counts, and the cost in US dollars as it was billed or computed.",
    });

  const systemMessage = z
    .looseObject({ role: z.literal("system"), content })
    .register(z.globalRegistry, { id: "SystemMessage" });

  const userMessage = z
    .looseObject({ role: z.literal("user"), content })
    .register(z.globalRegistry, { id: "UserMessage" });

  const assistantMessage = z
    .looseObject({
      role: z.literal("assistant"),
      content,
      provider: z.optional(z.string()),
      api: z.optional(z.string()),
      model: z.optional(z.string()),
      stopReason: z.optional(z.enum(STOP_REASONS)),
      usage: z.optional(usage),
      responseId: z.optional(z.string()),
      requestId: z.optional(z.string()),
      errorMessage: z.optional(z.string()),
    })
    .register(z.globalRegistry, { id: "AssistantMessage" });

  const toolResultMessage = z
    .looseObject({
      role: z.literal("toolResult"),
      content,
      toolCallId: z.string(),
      toolName: z.optional(z.string()),
      isError: z.optional(z.boolean()),
      details: z.optional(z.unknown()),
    })
    .register(z.globalRegistry, { id: "ToolResultMessage", description: "The outcome of one tool call." });

  /** A message, by `role`. */
  const message = z
    .discriminatedUnion("role", [systemMessage, userMessage, assistantMessage, toolResultMessage])
    .register(z.globalRegistry, { id: "Message" });
  return {
    textBlock,
    imageBlock,
    thinkingBlock,
    toolCallBlock,
    blobBlock,
    opaqueBlock,
    block,
    content,
    usage,
    systemMessage,
    userMessage,
    assistantMessage,
    toolResultMessage,
    message,
  };
});

type Schemas = ReturnType<typeof messageSchemas>;

export type TextBlock = z.infer<Schemas["textBlock"]>;
export type ImageBlock = z.infer<Schemas["imageBlock"]>;
export type ThinkingBlock = z.infer<Schemas["thinkingBlock"]>;
export type ToolCallBlock = z.infer<Schemas["toolCallBlock"]>;
export type BlobBlock = z.infer<Schemas["blobBlock"]>;
export type OpaqueBlock = z.infer<Schemas["opaqueBlock"]>;
export type Block = z.infer<Schemas["block"]>;
export type Content = z.infer<Schemas["content"]>;
export type Usage = z.infer<Schemas["usage"]>;
export type SystemMessage = z.infer<Schemas["systemMessage"]>;
export type UserMessage = z.infer<Schemas["userMessage"]>;
export type AssistantMessage = z.infer<Schemas["assistantMessage"]>;
export type ToolResultMessage = z.infer<Schemas["toolResultMessage"]>;
export type Message = z.infer<Schemas["message"]>;
export type Role = Message["role"];
