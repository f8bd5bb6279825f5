import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { FileSource } from "../../log/file-source.ts";
import type { Agent } from "../agent.ts";
import { ChatCalls } from "../chat/calls.ts";
import { filesIn } from "../chat/files.ts";
import { isChatMessage, readChatMessage } from "../chat/messages.ts";
import { ChatPath } from "../chat/path.ts";
import { firstValue } from "../header-lines.ts";
import { jsonLines } from "../json-lines.ts";
import { translated } from "../translated.ts";
import type { ForeignSession, Told } from "../translation.ts";

const NAME = "event-log";

const RECORDS = {
  starts: [Buffer.from('{"type":')],
  isRecord: (value: JsonObject): boolean => isEvent(value),
};

/**
 * Events, one a line: messages, and marks that put the context anew. One path.
 *
 *     {"type":"message","role","content",…}     message; `tool_result` as one of role toolResult
 *     {"type":"replace"}                        compaction that keeps none, with the messages of the mark, if any;
 *                                               the lines behind it are messages as all others
 *     any other line                            custom "event-log:<its type>"
 *     other fields of a message                 in its field "event-log"
 */
function* translate({ file }: ForeignSession): Generator<Told> {
  const source = FileSource.open(file);
  const path = new ChatPath(NAME);
  try {
    for (const line of jsonLines(source, RECORDS)) {
      if ("damage" in line) yield line;
      else if (line.value["type"] === "replace") yield* path.add(line.value, [replacement(line.value)]);
      else if (line.value["type"] === "message") yield* path.tell(line.value);
      else yield* path.carry(line.value, kindOf(line.value));
    }
  } finally {
    source.close();
  }
}

function replacement(mark: JsonObject): { type: "compaction" } & JsonObject {
  const { type: _type, messages, ...rest } = mark;
  const calls = new ChatCalls();
  const own = (Array.isArray(messages) ? messages : []).filter(
    (value): value is JsonObject => isJsonObject(value) && isChatMessage(value),
  );
  return {
    type: "compaction",
    messages: own.flatMap((value) => readChatMessage(value, calls, NAME)),
    firstKeptEntryId: null,
    ...(Object.keys(rest).length > 0 && { [NAME]: rest }),
  };
}

function kindOf({ type }: JsonObject): string {
  return typeof type === "string" && type !== "" ? type : "line";
}

function isEvent(value: JsonObject): boolean {
  return value["type"] === "replace" || (value["type"] === "message" && isChatMessage(value));
}

function isSession(start: Buffer): boolean {
  const first = firstValue(start);
  return isJsonObject(first) && isEvent(first);
}

export const eventLogAgent: Agent = {
  title: "Event logs",
  dialect: translated(NAME, (start) => (isSession(start) ? "yes" : "no"), {
    sessions: (folder) => filesIn(folder, ".jsonl", isSession),
    translate,
  }),
  folders: () => [],
  tells: { branches: false, usage: true, subagents: false },
};
