import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { FileSource } from "../../log/file-source.ts";
import type { Agent } from "../agent.ts";
import { filesIn } from "../chat/files.ts";
import { isChatMessage } from "../chat/messages.ts";
import { ChatPath } from "../chat/path.ts";
import { firstValue } from "../header-lines.ts";
import { jsonLines } from "../json-lines.ts";
import { translated } from "../translated.ts";
import type { ForeignSession, Told } from "../translation.ts";

const NAME = "openai-jsonl";

const RECORDS = {
  starts: [Buffer.from('{"role":')],
  isRecord: (value: JsonObject): boolean => isChatMessage(value),
};

/**
 * Messages of a chat API, one a line: one path. A file of this kind states no id, no directory and often no times.
 *
 *     {"role":"system" | "developer"}           message of role system
 *     {"role":"user"}                           message of role user
 *     {"role":"assistant","tool_calls"}         message of role assistant, its calls as blocks
 *     {"role":"tool","tool_call_id"}            message of role toolResult
 *     any other line                            custom "openai-jsonl:line"
 *     other fields of a message                 in its field "openai-jsonl"
 */
function* translate({ file }: ForeignSession): Generator<Told> {
  const source = FileSource.open(file);
  const path = new ChatPath(NAME);
  try {
    for (const line of jsonLines(source, RECORDS)) {
      if ("damage" in line) yield line;
      else yield* path.tell(line.value);
    }
  } finally {
    source.close();
  }
}

function isSession(start: Buffer): boolean {
  const first = firstValue(start);
  return isJsonObject(first) && first["type"] === undefined && isChatMessage(first);
}

export const openaiJsonlAgent: Agent = {
  title: "OpenAI message logs",
  dialect: translated(NAME, (start) => (isSession(start) ? "yes" : "no"), {
    sessions: (folder) => filesIn(folder, ".jsonl", isSession),
    translate,
  }),
  folders: () => [],
  tells: { branches: false, usage: true, subagents: false },
  exporter: async () => (await import("./exporter.ts")).openaiJsonlExporter,
};
