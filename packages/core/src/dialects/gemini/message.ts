import { createHash } from "node:crypto";
import type { JsonObject } from "../../format/json.ts";
import type {
  AssistantMessage,
  Block,
  Message,
  ToolResultMessage,
  UserMessage,
} from "../../format/messages.ts";
import { isThinking, textOf } from "../../format/blocks.ts";
import { readCalls } from "./calls.ts";
import { readParts } from "./parts.ts";
import { readThoughts } from "./thoughts.ts";
import { readTokens } from "./tokens.ts";

/** What an entry says besides its envelope. */
export type Body =
  | { readonly type: "message"; readonly message: AssistantMessage | UserMessage }
  | {
      readonly type: "custom_message";
      readonly customType: string;
      readonly content: Block[];
      readonly display: boolean;
      readonly gemini?: JsonObject;
    }
  | { readonly type: "custom"; readonly customType: string; readonly data: JsonObject };

/** A message of a chat in our form. */
export interface ReadMessage {
  /** Undefined: the message says nothing but results. */
  readonly body: Body | undefined;
  readonly results: readonly ToolResultMessage[];
}

/** Reads a message of a chat; `ownId` names calls that have no id. Never throws: what does not fit is carried. */
export function readMessage(record: JsonObject, ownId: string): ReadMessage {
  if (record["type"] === "gemini") return readAnswer(record, ownId);
  if (record["type"] === "user") return readPrompt(record, ownId);
  return { body: custom(record), results: [] };
}

/** A digest of what a body says, without thoughts: Gemini CLI writes them anew in another form. */
export function saidBy(body: Body | undefined): string {
  if (body === undefined) return "";
  const said =
    body.type === "custom"
      ? body.data
      : contentOf(body)
          .filter((block) => !isThinking(block))
          .map(bare);
  return digest(said);
}

export function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
}

/** The content that a model gets of it. */
export function contentOf(body: Exclude<Body, { type: "custom" }>): readonly Block[] {
  return (body.type === "message" ? body.message.content : body.content) as readonly Block[];
}

/** The messages that a compaction puts into the context in its place. */
export function messagesOf({ body, results }: ReadMessage): Message[] {
  if (body === undefined || body.type === "custom") return [...results];
  return [body.type === "message" ? body.message : { role: "user", content: body.content }, ...results];
}

function bare(block: JsonObject): JsonObject {
  const { signature: _, gemini: _gemini, ...said } = block;
  return said;
}

function readAnswer(record: JsonObject, ownId: string): ReadMessage {
  const {
    id: _,
    timestamp: _time,
    type: _type,
    content,
    thoughts,
    tokens,
    model,
    toolCalls,
    ...rest
  } = record;
  const { blocks, results } = readParts(content, ownId);
  const calls = readCalls(toolCalls, blocks, ownId);
  const thinking = blocks.some(isThinking) ? [] : readThoughts(thoughts);
  const usage = readTokens(tokens);
  const message: AssistantMessage = {
    role: "assistant",
    content: [...thinking, ...calls.blocks],
    provider: "google",
    api: "gemini",
    ...(typeof model === "string" && { model }),
    ...(usage !== undefined && { usage }),
    ...kept({
      ...rest,
      ...(calls.odd.length > 0 && { toolCalls: calls.odd }),
      ...(thinking.length === 0 && hasSome(thoughts) && { thoughts }),
    }),
  };
  return { body: { type: "message", message }, results: [...results, ...calls.results] };
}

function readPrompt(record: JsonObject, ownId: string): ReadMessage {
  const { id: _, timestamp: _time, type: _type, content, ...rest } = record;
  const { blocks, results } = readParts(content, ownId);
  if (blocks.length === 0 && results.length > 0) return { body: undefined, results };
  const text = textOf([...blocks]).trimStart();
  if (/^[/?]/.test(text)) return { body: custom(record, "command"), results };
  const injected = injectedBy(text);
  if (injected === undefined)
    return {
      body: { type: "message", message: { role: "user", content: [...blocks], ...kept(rest) } },
      results,
    };
  const customType = `gemini:${injected}`;
  return {
    body: { type: "custom_message", customType, content: [...blocks], display: false, ...kept(rest) },
    results,
  };
}

/** What Gemini CLI says in the user's name. */
function injectedBy(text: string): string | undefined {
  if (text.startsWith("This is the Gemini CLI. We are setting up the context")) return "session_context";
  return /^<(session_context|hook_context)>/.exec(text)?.[1];
}

function custom(record: JsonObject, kind: unknown = record["type"]): Body {
  return { type: "custom", customType: `gemini:${typeof kind === "string" ? kind : "record"}`, data: record };
}

function hasSome(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

function kept(rest: JsonObject): { gemini?: JsonObject } {
  return Object.keys(rest).length === 0 ? {} : { gemini: rest };
}
