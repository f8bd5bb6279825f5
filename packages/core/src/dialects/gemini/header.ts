import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { JsonObject } from "../../format/json.ts";
import { oneLine } from "../../format/one-line.ts";
import type { TranslatedHeader } from "../translation.ts";
import { parentChat, projectFolder, workingDirectory } from "./project.ts";

/** What entries are told with, too. */
export type ChatHeader = TranslatedHeader & { readonly id: string; readonly timestamp?: string | undefined };

/** The header of a chat; without one in it, as far as its place tells it. */
export function chatHeader(file: string, header: JsonObject): ChatHeader {
  const { sessionId, startTime, summary, messages: _, lastUpdated: _last, ...rest } = header;
  const parent = parentChat(file);
  return {
    id: textOf(sessionId) ?? basename(file).replace(/\.jsonl?$/, ""),
    timestamp: textOf(startTime),
    cwd: workingDirectory(file, header),
    ...(textOf(summary) !== undefined && { name: oneLine(textOf(summary)!, 200) }),
    ...(parent !== undefined && { parentSession: parent }),
    ...((parent !== undefined || rest["kind"] === "subagent") && { relation: "subagent" }),
    ...(Object.keys(rest).length > 0 && { gemini: rest }),
  };
}

/** The header of a saved checkpoint: its file's name has the tag, and no more than the project's folder tells it from others. */
export function checkpointHeader(file: string, rest: JsonObject): ChatHeader {
  const name = basename(file).replace(/\.json$/, "");
  const place = createHash("sha256")
    .update(`${basename(projectFolder(file))}/${name}`)
    .digest("hex");
  return {
    id: `${name}-${place.slice(0, 8)}`,
    cwd: workingDirectory(file, {}),
    name: oneLine(decoded(name.replace(/^checkpoint-?/, "")), 200) || "checkpoint",
    ...(Object.keys(rest).length > 0 && { gemini: rest }),
  };
}

function decoded(tag: string): string {
  try {
    return decodeURIComponent(tag);
  } catch {
    return tag;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
