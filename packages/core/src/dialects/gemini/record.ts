import type { JsonObject } from "../../format/json.ts";
import type { RecordForm } from "../../format/salvage.ts";

/** What a message of a chat may be. */
const KINDS: ReadonlySet<unknown> = new Set(["user", "gemini", "info", "error", "warning"]);

/** What begins a chat: whose it is. */
export function isChatHeader({ sessionId, projectHash }: JsonObject): boolean {
  return typeof sessionId === "string" && sessionId !== "" && typeof projectHash === "string";
}

/** A message of a chat. Calls of tools have ids, too, but no such type. */
function isChatMessage({ id, type }: JsonObject): boolean {
  return typeof id === "string" && KINDS.has(type);
}

/** How lines of a chat begin. */
export const CHAT_LINES: RecordForm = {
  starts: ['{"id":', '{"sessionId":', '{"$set":', '{"$rewindTo":'].map((start) => Buffer.from(start)),
  isRecord: (value) =>
    isChatHeader(value) || isChatMessage(value) || "$set" in value || typeof value["$rewindTo"] === "string",
};
