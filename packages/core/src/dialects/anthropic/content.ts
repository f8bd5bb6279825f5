import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { KNOWN_BLOCK_TYPES } from "../../format/messages.ts";
import { keptAs } from "../kept-as.ts";

/** How an agent's entries name what our form has no place for. */
export interface Keeper {
  /** The field that the rest of a block or message stands in. */
  readonly field: string;
  /** The dialect's name: a block that means something else to us is one of the type `<dialect>:block`. */
  readonly dialect: string;
}

/**
 * The blocks of a message of Anthropic's API in our form. What ours cannot say is carried as a block of another type. A
 * `tool_result` is no block of ours: see `toolResult`.
 */
export function anthropicContent(blocks: readonly unknown[], keeper: Keeper): JsonObject[] {
  return blocks.map((block) => (isJsonObject(block) && known(block, keeper)) || carried(block, keeper));
}

/** The content of a result: a text, blocks, or nothing. */
export function resultContent(value: unknown, keeper: Keeper): JsonObject[] {
  if (typeof value === "string") return [{ type: "text", text: value }];
  return Array.isArray(value) ? anthropicContent(value, keeper) : [];
}

function known(block: JsonObject, { field }: Keeper): JsonObject | undefined {
  const told = TOLD.get(block["type"])?.(block);
  if (told === undefined) return undefined;
  const { taken = [], ...ours } = told;
  return { ...ours, ...keptAs(field, block, ["type", ...Object.keys(ours), ...taken]) };
}

/** A block as ours, and the fields of the API that are told in others of ours. */
type Told = JsonObject & { readonly type: string; readonly taken?: readonly string[] };

/** Undefined: a block that is not what its type says. */
const TOLD = new Map<unknown, (block: JsonObject) => Told | undefined>([
  ["text", ({ text }) => (typeof text === "string" ? { type: "text", text } : undefined)],
  ["thinking", thinking],
  ["redacted_thinking", redacted],
  ["tool_use", call],
  ["image", image],
]);

function thinking({ thinking: text, signature }: JsonObject): Told | undefined {
  if (typeof text !== "string") return undefined;
  return { type: "thinking", thinking: text, ...(isFilled(signature) && { signature }) };
}

function redacted({ data }: JsonObject): Told | undefined {
  if (!isFilled(data)) return undefined;
  return { type: "thinking", thinking: "", redacted: true, signature: data, taken: ["data"] };
}

function call({ id, name, input = {} }: JsonObject): Told | undefined {
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  return { type: "toolCall", id, name, input };
}

function image({ source }: JsonObject): Told | undefined {
  if (!isJsonObject(source)) return undefined;
  const { type, media_type: mimeType, data } = source;
  if (type !== "base64" || typeof mimeType !== "string" || typeof data !== "string") return undefined;
  return { type: "image", mimeType, data, taken: ["source"] };
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** A block of another type stays as it is, unless its type means something else to us. */
function carried(block: unknown, { dialect, field }: Keeper): JsonObject {
  if (isJsonObject(block)) {
    const { type } = block;
    if (isFilled(type) && !KNOWN_BLOCK_TYPES.some((ours) => ours === type)) return block;
  }
  return { type: `${dialect}:block`, [field]: block };
}
