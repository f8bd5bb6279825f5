import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { ByteSource } from "../../log/byte-source.ts";
import { jsonLines } from "../json-lines.ts";
import type { Told } from "../translation.ts";
import { Chat } from "./chat.ts";
import { chatHeader } from "./header.ts";
import { CHAT_LINES, isChatHeader } from "./record.ts";

/** Tells a chat that is kept as lines: messages, changes of what is said of it, and rewinds. */
export function* chatLines(file: string, source: ByteSource): Generator<Told> {
  const found = firstHeader(source);
  const header = chatHeader(file, found?.record ?? {});
  const chat = new Chat(header.id, header.timestamp ?? "");
  let told = false;
  for (const line of jsonLines(source, CHAT_LINES)) {
    if ("damage" in line) yield line;
    else {
      if (!told) yield { header };
      told = true;
      yield* recordOf(chat, line.value, line.offset, line.offset === found?.offset);
    }
  }
  yield* chat.end();
}

function* recordOf(chat: Chat, record: JsonObject, offset: number, isHeader: boolean): Generator<Told> {
  const { $rewindTo: to, id, $set: values, messages } = record;
  // In this order, as Gemini CLI asks.
  if (typeof to === "string") yield* chat.rewind(record, to, offset);
  else if (typeof id === "string") yield* chat.message(record, offset);
  else if (isJsonObject(values)) yield* chat.about(values, offset);
  else if (isHeader) yield* chat.about({ messages }, offset);
  else if (isChatHeader(record)) yield* chat.about(record, offset);
  else yield* chat.unknown(record, offset);
}

/** Nearly always the first line. */
function firstHeader(source: ByteSource): { record: JsonObject; offset: number } | undefined {
  for (const line of jsonLines(source, CHAT_LINES))
    if ("value" in line && isChatHeader(line.value)) return { record: line.value, offset: line.offset };
  return undefined;
}
