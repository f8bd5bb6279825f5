import { z } from "zod";
import { BLOB_NAME } from "./ids.ts";

/** The blocks whose shape this format defines; a block of any other `type` is carried as it is. */
export const KNOWN_BLOCK_TYPES = ["text", "image", "thinking", "toolCall", "blob"] as const;

const textBlock = z
  .looseObject({ type: z.literal("text"), text: z.string(), signature: z.string().optional() })
  .meta({ id: "TextBlock", description: "Plain text; `signature` is what the API wants back with it." });

const imageBlock = z
  .looseObject({ type: z.literal("image"), mimeType: z.string(), data: z.string() })
  .meta({ id: "ImageBlock", description: "An image; `data` is base64." });

const thinkingBlock = z
  .looseObject({
    type: z.literal("thinking"),
    thinking: z.string(),
    signature: z.string().optional(),
    redacted: z.boolean().optional(),
  })
  .meta({ id: "ThinkingBlock", description: "Reasoning of the model that made the message." });

const toolCallBlock = z
  .looseObject({
    type: z.literal("toolCall"),
    id: z.string(),
    name: z.string(),
    input: z.unknown(),
    signature: z.string().optional(),
  })
  .meta({
    id: "ToolCallBlock",
    description:
      "A call of a tool; `input` is what the model gave, `signature` what the API wants back with it.",
  });

const blobBlock = z
  .looseObject({
    type: z.literal("blob"),
    sha256: z.string().regex(BLOB_NAME),
    bytes: z.int().nonnegative(),
    mimeType: z.string(),
    of: z.enum(["text", "image"]),
    preview: z.string().optional(),
    whole: z.boolean().optional(),
    signature: z.string().optional(),
  })
  .meta({
    id: "BlobBlock",
    description:
      "A large text or image, kept in a file of its own; `whole`: the content was this text, as a string.",
  });

const opaqueBlock = z
  .looseObject({
    type: z.string().refine((type) => !KNOWN_BLOCK_TYPES.some((known) => known === type)),
  })
  .meta({ id: "OpaqueBlock", description: "A block of a type this format does not define." });

/** One content block. */
export const blockSchema = z
  .union([textBlock, imageBlock, thinkingBlock, toolCallBlock, blobBlock, opaqueBlock])
  .meta({ id: "Block" });

/** The content of a message: blocks, or a string that is read as one text block. */
export const contentSchema = z.union([z.string(), z.array(blockSchema)]).meta({ id: "Content" });

const count = z.number().nonnegative();

/**
 * Tokens and cost of one response. Input parts are disjoint; reasoning is a part of output, and what is cached for an
 * hour a part of what is written to the cache. `contextTokens` is the size of the context behind a response that the
 * API made in several steps, so that the sum of its parts is more than the context.
 */
export const usageSchema = z
  .looseObject({
    inputTokens: count.optional(),
    outputTokens: count.optional(),
    cacheReadTokens: count.optional(),
    cacheWriteTokens: count.optional(),
    cacheWrite1hTokens: count.optional(),
    reasoningTokens: count.optional(),
    cost: count.optional(),
    contextTokens: count.optional(),
  })
  .meta({
    id: "Usage",
    description: "Token counts, and the cost in US dollars as it was billed or computed.",
  });

/** Why a model stopped. */
export const stopReasonSchema = z.enum(["stop", "length", "toolUse", "error", "aborted"]);

const systemMessage = z
  .looseObject({ role: z.literal("system"), content: contentSchema })
  .meta({ id: "SystemMessage" });

const userMessage = z
  .looseObject({ role: z.literal("user"), content: contentSchema })
  .meta({ id: "UserMessage" });

const assistantMessage = z
  .looseObject({
    role: z.literal("assistant"),
    content: contentSchema,
    provider: z.string().optional(),
    api: z.string().optional(),
    model: z.string().optional(),
    stopReason: stopReasonSchema.optional(),
    usage: usageSchema.optional(),
    responseId: z.string().optional(),
    requestId: z.string().optional(),
    errorMessage: z.string().optional(),
  })
  .meta({ id: "AssistantMessage" });

const toolResultMessage = z
  .looseObject({
    role: z.literal("toolResult"),
    content: contentSchema,
    toolCallId: z.string(),
    toolName: z.string().optional(),
    isError: z.boolean().optional(),
    details: z.unknown().optional(),
  })
  .meta({ id: "ToolResultMessage", description: "The outcome of one tool call." });

/** A message, by `role`. */
export const messageSchema = z
  .discriminatedUnion("role", [systemMessage, userMessage, assistantMessage, toolResultMessage])
  .meta({ id: "Message" });

export type TextBlock = z.infer<typeof textBlock>;
export type ImageBlock = z.infer<typeof imageBlock>;
export type ThinkingBlock = z.infer<typeof thinkingBlock>;
export type ToolCallBlock = z.infer<typeof toolCallBlock>;
export type BlobBlock = z.infer<typeof blobBlock>;
export type OpaqueBlock = z.infer<typeof opaqueBlock>;
export type Block = z.infer<typeof blockSchema>;
export type Content = z.infer<typeof contentSchema>;
export type Usage = z.infer<typeof usageSchema>;
export type SystemMessage = z.infer<typeof systemMessage>;
export type UserMessage = z.infer<typeof userMessage>;
export type AssistantMessage = z.infer<typeof assistantMessage>;
export type ToolResultMessage = z.infer<typeof toolResultMessage>;
export type Message = z.infer<typeof messageSchema>;
export type Role = Message["role"];
