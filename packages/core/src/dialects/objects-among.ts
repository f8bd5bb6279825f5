import { isJsonObject, parseObject, type JsonObject } from "../format/json.ts";
import { MemoryLog } from "../log/memory-log.ts";
import { splitLines } from "../log/split-lines.ts";
import { wholePairs } from "./whole-pairs.ts";

/** The JSON objects among a file's first bytes, one a line; of one that they end in, the pairs that are there whole. */
export function* objectsAmong(start: Buffer): Generator<JsonObject> {
  for (const { bytes, ended } of splitLines(new MemoryLog("the first bytes", start))) {
    const value = parseObject(bytes.toString("utf8")) ?? (ended ? undefined : wholePairs(bytes));
    if (isJsonObject(value)) yield value;
  }
}
