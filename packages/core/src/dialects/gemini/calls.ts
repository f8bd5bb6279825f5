import { isToolCall } from "../../format/blocks.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { Block, ToolCallBlock, ToolResultMessage } from "../../format/messages.ts";
import { partsOf, readParts } from "./parts.ts";

/** The content of an answer with its calls, and what came of them. */
export interface ReadCalls {
  readonly blocks: readonly Block[];
  readonly results: readonly ToolResultMessage[];
  /** What is no call. */
  readonly odd: readonly unknown[];
}

/**
 * The calls that a chat keeps beside a message, with their results. The content of newer chats has the same calls once
 * more, with or without ids (then they were named after `ownId`): each counts once.
 */
export function readCalls(toolCalls: unknown, content: readonly Block[], ownId: string): ReadCalls {
  const blocks = [...content];
  const results: ToolResultMessage[] = [];
  const odd: unknown[] = [];
  const places = placesOf(content, ownId);
  for (const call of Array.isArray(toolCalls) ? (toolCalls as unknown[]) : []) {
    const read = isJsonObject(call) ? readCall(call) : undefined;
    if (read === undefined) {
      odd.push(call);
      continue;
    }
    const place = places.get(read.block.id)?.shift() ?? places.get(formOf(read.block))?.shift();
    if (place === undefined) blocks.push(read.block);
    else blocks[place] = { ...blocks[place]!, ...read.block };
    if (read.result !== undefined) results.push(read.result);
  }
  return { blocks, results, odd };
}

/** Where calls stand in a content: by id, or where they have none by what they are. */
function placesOf(content: readonly Block[], ownId: string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, block] of content.entries()) {
    if (!isToolCall(block)) continue;
    const key = block.id === `${ownId}-${index}` ? formOf(block) : block.id;
    const same = places.get(key);
    if (same === undefined) places.set(key, [index]);
    else same.push(index);
  }
  return places;
}

function formOf({ name, input }: ToolCallBlock): string {
  return JSON.stringify([name, input]);
}

function readCall(
  call: JsonObject,
): { block: ToolCallBlock; result: ToolResultMessage | undefined } | undefined {
  const { id, name, args = {}, result, ...rest } = call;
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  const block: ToolCallBlock = { type: "toolCall", id, name, input: args };
  const outcome = outcomeOf(id, result, rest);
  if (outcome === undefined) return { block: { ...block, gemini: rest }, result: undefined };
  return {
    block,
    result: { role: "toolResult", toolCallId: id, toolName: name, ...outcome, gemini: rest },
  };
}

/** What a call gave; undefined: nothing yet. Among its parts there may be results of other calls of the turn. */
function outcomeOf(
  id: string,
  result: unknown,
  { status, resultDisplay }: JsonObject,
): Pick<ToolResultMessage, "content" | "isError"> | undefined {
  const own = partsOf(result).filter(
    ({ functionResponse: of }) => !isJsonObject(of) || (of["id"] ?? id) === id,
  );
  const { blocks, results } = readParts(own, id);
  const failed = status === "error" || status === "cancelled";
  if (blocks.length + results.length > 0) {
    const said = results.flatMap(({ content }) => content as Block[]);
    return { isError: failed || results.some(({ isError }) => isError), content: [...said, ...blocks] };
  }
  if (!failed) return undefined;
  const shown = typeof resultDisplay === "string" && resultDisplay !== "";
  const text = shown ? resultDisplay : `The call ended without a result: ${status}.`;
  return { isError: true, content: [{ type: "text", text }] };
}
