import type { EntryHead } from "../../format/head.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { messageSchemas } from "../../format/messages.ts";
import { foreign, number, text } from "./fields.ts";
import { systemMessage } from "./system-message.ts";
import { keepUnderPi, mapping, translate } from "./translate.ts";
import { usage } from "./usage.ts";

const COMPACTION = mapping({
  timestamp: text,
  batch: foreign,
  firstKeptEntryId: text,
  tokensBefore: number,
  usage,
  messages: foreign,
  state: foreign,
});

/** A compaction. One that names itself, or nothing, keeps nothing; version 1 named an index instead of an id. */
export function compaction(value: JsonObject, { id, keptId }: EntryHead): JsonObject {
  const byIndex = keptId !== undefined && Object.hasOwn(value, "firstKeptEntryIndex");
  const { firstKeptEntryIndex, ...named } = value;
  const read = translate(byIndex ? named : value, COMPACTION);
  const stated = read["firstKeptEntryId"] ?? (byIndex ? keptId : null);
  const entry: JsonObject = { ...read, firstKeptEntryId: stated === id ? null : stated };
  const system = checkpoint(value["systemMessage"]);
  if (system !== undefined) entry["state"] = { system: [system] };
  return byIndex ? keepUnderPi(entry, { firstKeptEntryIndex }) : entry;
}

/** The whole system prompt as it stood at the compaction. */
function checkpoint(message: unknown): JsonObject | undefined {
  if (!isJsonObject(message) || message["role"] !== "system") return undefined;
  const read = systemMessage(message);
  return messageSchemas().message.safeParse(read).success ? read : undefined;
}
