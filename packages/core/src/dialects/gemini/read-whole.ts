import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { ByteSource } from "../../log/byte-source.ts";
import { jsonMembers } from "../json-members.ts";
import type { Told } from "../translation.ts";
import { Chat } from "./chat.ts";
import { chatHeader, checkpointHeader } from "./header.ts";

/** The lists of a chat of old, and of a saved checkpoint; "": a checkpoint that is nothing but its list. */
const LISTS = ["messages", "history", ""];

/** Tells a file that is one JSON value: a chat of old, or a saved checkpoint, whose messages have neither id nor time. */
export function* wholeFile(file: string, source: ByteSource): Generator<Told> {
  const { pairs, isCheckpoint } = about(source);
  const header = isCheckpoint ? checkpointHeader(file, pairs) : chatHeader(file, pairs);
  const chat = new Chat(header.id, header.timestamp ?? "");
  let told = false;
  for (const member of jsonMembers(source, LISTS)) {
    if ("damage" in member) {
      yield member;
      continue;
    }
    if (!told) yield { header };
    told = true;
    if (member.index !== undefined) yield* messageOf(chat, member.value, member.index);
  }
  yield* chat.end();
}

function* messageOf(chat: Chat, value: unknown, index: number): Generator<Told> {
  if (!isJsonObject(value)) return;
  const { role, parts, ...rest } = value;
  const isTurn = typeof value["type"] !== "string" && (role === "user" || role === "model");
  const type = role === "model" ? "gemini" : "user";
  yield* chat.message(isTurn ? { ...rest, type, content: parts } : value, index);
}

/** What is said of the whole, wherever it stands in the file. */
function about(source: ByteSource): { pairs: JsonObject; isCheckpoint: boolean } {
  const pairs: [string, unknown][] = [];
  let isCheckpoint = false;
  for (const member of jsonMembers(source, LISTS)) {
    if ("damage" in member) continue;
    if (member.index === undefined) pairs.push([member.key, member.value]);
    else isCheckpoint ||= member.key !== "messages";
  }
  return { pairs: Object.fromEntries(pairs), isCheckpoint };
}
