import { join } from "node:path";
import { textIn } from "../../answers/answer-parts.ts";
import { FileSource } from "../../log/file-source.ts";
import { unlessRefused } from "../../log/io-error.ts";
import { jsonLines } from "../json-lines.ts";
import type { ForeignSession } from "../translation.ts";
import { codexHomeOf, rolloutFiles } from "./rollout-files.ts";

/** The threads below a folder of Codex, each once, with the names that it keeps beside them. */
export function* codexSessions(folder: string): Generator<ForeignSession> {
  const names = threadNames(join(codexHomeOf(folder), "session_index.jsonl"));
  const told = new Set<string>();
  for (const { file, threadId, archived } of rolloutFiles(folder)) {
    if (told.has(threadId)) continue;
    told.add(threadId);
    yield { file, name: names.get(threadId), archived };
  }
}

/** Names are appended, so the last one of a thread counts. Without the file there are none. */
function threadNames(file: string): Map<string, string> {
  const names = new Map<string, string>();
  const source = unlessRefused(() => FileSource.open(file));
  if (source === undefined) return names;
  try {
    for (const line of jsonLines(source, NAMES)) {
      const [id, name] = "value" in line ? [textIn(line.value, "id"), textIn(line.value, "thread_name")] : [];
      if (id !== undefined && name !== undefined) names.set(id, name);
    }
  } finally {
    source.close();
  }
  return names;
}

const NAMES = { starts: [Buffer.from('{"id":')], isRecord: (value: object) => "thread_name" in value };
