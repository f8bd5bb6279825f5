import { isJsonObject, parseObject, type JsonObject } from "../../format/json.ts";

/** A reasoning item of the Responses API, as far as it is sent back. */
export interface ReasoningItem {
  type: "reasoning";
  id: string;
  summary: { type: "summary_text"; text: string }[];
  encrypted_content: string;
}

export type Phase = "commentary" | "final_answer";

const ITEM_ID = /^rs_[A-Za-z0-9_-]{1,61}$/;
const MESSAGE_ID = /^msg_[A-Za-z0-9_-]{1,60}$/;

/**
 * The reasoning item that a thinking block's signature holds, as JSON; undefined if it cannot be sent back. Without
 * stored responses it needs its encrypted content, which is bound to its id (vercel/ai#7543, openclaw#71448).
 */
export function reasoningItem(signature: string | undefined): ReasoningItem | undefined {
  const item = signed(signature);
  if (item?.["type"] !== "reasoning") return undefined;
  const { id, encrypted_content } = item;
  if (typeof id !== "string" || !ITEM_ID.test(id)) return undefined;
  if (typeof encrypted_content !== "string" || encrypted_content === "") return undefined;
  return { type: "reasoning", id, summary: summaryOf(item), encrypted_content };
}

/** The phase that a text's signature tells of; models answer worse when it is lost. */
export function phaseOf(signature: string | undefined): Phase | undefined {
  const phase = signed(signature)?.["phase"];
  return phase === "commentary" || phase === "final_answer" ? phase : undefined;
}

/** The id of the message item that a text's signature tells of. */
export function messageItemId(signature: string | undefined): string | undefined {
  const id = signed(signature)?.["id"];
  return typeof id === "string" && MESSAGE_ID.test(id) ? id : undefined;
}

function summaryOf({ summary }: JsonObject): ReasoningItem["summary"] {
  if (!Array.isArray(summary)) return [];
  return (summary as unknown[]).flatMap((part) => {
    const text = isJsonObject(part) ? part["text"] : undefined;
    return typeof text === "string" ? [{ type: "summary_text" as const, text }] : [];
  });
}

/** Most signatures are no JSON, and need no try. */
function signed(signature: string | undefined): JsonObject | undefined {
  return signature?.startsWith("{") ? parseObject(signature) : undefined;
}
