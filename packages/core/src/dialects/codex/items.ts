import { inputFrom, objectsIn, textIn } from "../../answers/answer-parts.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { Block, Message } from "../../format/messages.ts";
import { textOf } from "../../format/blocks.ts";
import { keptAs } from "../kept-as.ts";
import { carrying, contentBlocks, opaque } from "./content.ts";
import { injectedKind } from "./injected.ts";

/** An item of the Responses API as our message; of an answer it is a part. */
export interface Item {
  readonly message: Message & { content: Block[] };
  /** Set where a user's text is Codex's own, and what it is. */
  readonly injected?: string | undefined;
}

/** Reads an item; undefined: it says nothing to the model. */
export function readItem(item: JsonObject): Item | undefined {
  switch (item["type"]) {
    case "message":
      return readMessage(item);
    case "agent_message":
      return {
        message: {
          role: "user",
          content: contentBlocks(item["content"]),
          ...kept(item, ["type", "content"]),
        },
        injected: "agent_message",
      };
    case "reasoning":
      return answer(thinking(item));
    case "function_call":
      return call(item, textIn(item, "name"), inputFrom(item["arguments"]), "arguments");
    case "custom_tool_call":
      return call(item, textIn(item, "name"), { input: item["input"] ?? null }, "input");
    case "local_shell_call":
      return call(item, "local_shell", item["action"] ?? {}, "action");
    case "tool_search_call":
      return call(item, "tool_search", inputFrom(item["arguments"]), "arguments");
    case "web_search_call":
    case "image_generation_call":
      // The API itself ran it: no result follows.
      return answer(opaque(item));
    case "function_call_output":
    case "custom_tool_call_output":
      return result(item, item["output"], "output");
    case "tool_search_output":
      return result(item, JSON.stringify(item["tools"] ?? []), "tools");
    default:
      return undefined;
  }
}

function readMessage(item: JsonObject): Item | undefined {
  const content = contentBlocks(item["content"]);
  switch (item["role"]) {
    case "assistant":
      return { message: { role: "assistant", content: answerBlocks(content, item) } };
    case "system":
    case "developer":
      return { message: { role: "system", content, ...kept(item, ["type", "content"]) } };
    case "user":
      return {
        message: { role: "user", content, ...kept(item, ["type", "role", "content"]) },
        injected: injectedKind(textOf(content)),
      };
    default:
      return undefined;
  }
}

function answerBlocks(content: readonly Block[], item: JsonObject): Block[] {
  const [first, ...others] = content.map((block) => signed(block, item));
  if (first === undefined) return [opaque(item)];
  return [carrying(first, keptAs("message", item, ["type", "role", "content", "id", "phase"])), ...others];
}

/** The API wants a message's id and phase back with its text. */
function signed(block: Block, { id, phase }: JsonObject): Block {
  if (block.type !== "text") return block;
  const known = [id, phase].some((part) => typeof part === "string");
  return known
    ? { ...block, signature: JSON.stringify({ v: 1, id: id ?? undefined, phase: phase ?? undefined }) }
    : block;
}

/** The whole item goes back: its id and its encrypted content belong together. */
function thinking(item: JsonObject): Block {
  const raw = objectsIn(item, "content");
  const parts = (raw.length > 0 ? raw : objectsIn(item, "summary")).flatMap(
    (part) => textIn(part, "text") ?? [],
  );
  return { type: "thinking", thinking: parts.join("\n\n"), signature: JSON.stringify(item) };
}

function call(item: JsonObject, name: string | undefined, input: unknown, from: string): Item {
  const id = textIn(item, "call_id") ?? textIn(item, "id");
  if (id === undefined || name === undefined) return answer(opaque(item));
  const told = ["call_id", from, ...(name === item["name"] ? ["name"] : [])];
  return answer({ type: "toolCall", id, name, input, ...kept(item, told) });
}

function answer(block: Block): Item {
  return { message: { role: "assistant", content: [block] } };
}

/** An output is a text, a list of parts, or an object that has one of them as `content`. */
function result(item: JsonObject, output: unknown, from: string): Item | undefined {
  const toolCallId = textIn(item, "call_id");
  if (toolCallId === undefined) return undefined;
  if (!isJsonObject(output)) {
    const content = contentBlocks(output);
    return { message: { role: "toolResult", toolCallId, content, ...kept(item, ["call_id", from]) } };
  }
  const { content: inner, success } = output;
  const told = typeof inner === "string" || Array.isArray(inner);
  // A list of one part may come as that part.
  const alone = "text" in output ? [output] : JSON.stringify(output);
  return {
    message: {
      role: "toolResult",
      toolCallId,
      ...(typeof success === "boolean" && { isError: !success }),
      content: contentBlocks(told ? inner : alone),
      ...kept(item, ["call_id"]),
    },
  };
}

function kept(item: JsonObject, told: readonly string[]): JsonObject {
  return keptAs("codex", item, told);
}
