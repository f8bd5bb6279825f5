import type { Entry } from "../../src/format/entries.ts";
import type { Message } from "../../src/format/messages.ts";
import { toBlocks } from "../../src/format/blocks.ts";
import { UNKNOWN_OUTCOME } from "../../src/projection/result-texts.ts";
import type { PathEntry, Projection, RepairKind } from "../../src/projection/types.ts";

/** An entry without its envelope; an `id`, `timestamp`, `problem` or `gap` may be given. */
export interface Body {
  type: string;
  [key: string]: unknown;
}

/** A path of entries `e0`, `e1`, …, one a minute. */
export function pathOf(...bodies: Body[]): PathEntry[] {
  let parentId: string | null = null;
  return bodies.map(({ problem, gap, ...body }, index) => {
    const timestamp = new Date(Date.UTC(2026, 0, 1, 10, index)).toISOString();
    const entry = { id: `e${index}`, parentId, timestamp, ...body } as unknown as Entry;
    parentId = entry.id;
    return { entry, problem: problem as string | undefined, gap: gap as boolean | undefined };
  });
}

export function system(text: string): Body {
  return { type: "message", message: { role: "system", content: text } };
}

export function user(text: string): Body {
  return { type: "message", message: { role: "user", content: text } };
}

/** A turn of the model: strings are text, objects are blocks. */
export function turn(...content: (string | Body)[]): Body {
  const blocks = content.map((part) => (typeof part === "string" ? { type: "text", text: part } : part));
  return { type: "message", message: { role: "assistant", content: blocks } };
}

/** A turn that ended early. */
export function failed(stopReason: "error" | "aborted", ...content: (string | Body)[]): Body {
  const { message } = turn(...content) as unknown as { message: object };
  return { type: "message", message: { ...message, stopReason } };
}

export function call(id: string, input: unknown = {}): Body {
  return { type: "toolCall", id, name: "bash", input };
}

export function result(toolCallId: string, text: string, fields: object = {}): Body {
  const content = [{ type: "text", text }];
  return {
    type: "message",
    message: { role: "toolResult", toolCallId, toolName: "bash", content, ...fields },
  };
}

/** Each message in one line, such as `user hello`, `assistant doing call:x`, `x => done`, `x => ?` (made up). */
export function shape({ messages }: Projection): string[] {
  return messages.map(lineOf);
}

function lineOf(message: Message): string {
  const parts = toBlocks(message.content).map((block) => {
    if (block.type === "toolCall") return `call:${String(block["id"])}`;
    if (block.type !== "text") return block.type;
    return block["text"] === UNKNOWN_OUTCOME ? "?" : String(block["text"]);
  });
  const start = message.role === "toolResult" ? `${message.toolCallId} =>` : message.role;
  return [start, ...parts].join(" ");
}

/** The repairs in short: `kind entry`. */
export function repairsOf({ repairs }: Projection): `${RepairKind} ${string}`[] {
  return repairs.map(({ kind, entryId }) => `${kind} ${entryId}` as const);
}

/** The value, with everything in it frozen. */
export function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
