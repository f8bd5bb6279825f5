import { parseObject, type JsonObject } from "../../format/json.ts";
import type { Detection } from "../dialect.ts";
import { wholePairs } from "../whole-pairs.ts";
import { isChatHeader } from "./record.ts";

/** A saved checkpoint: turns of Gemini's API, as a list or under `history`. */
const CHECKPOINT =
  /^\uFEFF?\s*(?:\{\s*"history"\s*:\s*)?\[\s*\{\s*"(?:role"\s*:\s*"(?:user|model)"\s*,\s*"parts|parts)"\s*:/;

/** Whether a file is a chat or a checkpoint of Gemini CLI. */
export function detectGemini(start: Buffer): Detection {
  if (CHECKPOINT.test(start.toString("utf8", 0, 4096))) return "yes";
  return recordsAmong(start).some((record) => isChatHeader(record) || isMark(record)) ? "yes" : "no";
}

/** The session that a chat's first bytes name. */
export function sessionAmong(start: Buffer): string | undefined {
  const id = recordsAmong(start).find(isChatHeader)?.["sessionId"];
  return typeof id === "string" ? id : undefined;
}

/** Lines that only Gemini CLI writes, where the header among them is torn. */
function isMark(record: JsonObject): boolean {
  return record["type"] === "gemini" || "$set" in record || "$rewindTo" in record;
}

/** The records of the first lines; or the file is one record, of which only the start is there. */
function recordsAmong(start: Buffer): JsonObject[] {
  const lines = start.toString("utf8").split("\n");
  const records = lines.map(parseObject).filter((record) => record !== undefined);
  return records.length > 0 ? records : [parseObject(start.toString("utf8")) ?? wholePairs(start) ?? {}];
}
