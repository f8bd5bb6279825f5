import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { object, text } from "./line.ts";
import type { Call } from "./user.ts";

/** What stands in the context for a result that was cleared. */
const CLEARED = "[This result was cleared to make room.]";

/** The edits of results that a line says: some were cleared by a small compaction, or replaced by something shorter. */
export function edits(value: JsonObject, calls: ReadonlyMap<string, Call>): JsonObject[] {
  return replaced(value).flatMap(([callId, replacement]) => {
    const targetId = calls.get(callId)?.result;
    return targetId === undefined ? [] : [{ type: "context_edit", targetId, replacement }];
  });
}

function replaced(value: JsonObject): [callId: string, replacement: string][] {
  if (value["subtype"] === "microcompact_boundary") {
    const cleared = object(value, "microcompactMetadata")?.["compactedToolIds"];
    return list(cleared).flatMap((id) => (typeof id === "string" ? [[id, CLEARED]] : []));
  }
  return list(value["replacements"])
    .filter(isJsonObject)
    .flatMap((one) => {
      const [id, replacement] = [text(one, "toolUseId"), one["replacement"]];
      return id !== undefined && typeof replacement === "string" ? [[id, replacement]] : [];
    });
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
