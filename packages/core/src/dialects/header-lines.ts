import { parseObject, type JsonObject } from "../format/json.ts";
import { scanLine } from "../format/scan-line.ts";
import type { ByteSource } from "../log/byte-source.ts";
import { splitLines } from "../log/split-lines.ts";
import { wholePairs } from "./whole-pairs.ts";

/**
 * The header among a log's first bytes: the first `session` line with an id. It need not be the first line, and where
 * the bytes end in the middle of it, it has only the keys that are there whole.
 */
export function headerAmong(start: Buffer): JsonObject | undefined {
  for (const { bytes, ended } of splitLines(inMemory(start))) {
    for (const part of scanLine(bytes)) if (part.kind === "header" && hasId(part.value)) return part.value;
    const cut = ended ? undefined : wholePairs(bytes);
    if (cut?.["type"] === "session" && hasId(cut)) return cut;
  }
  return undefined;
}

/** The first JSON value among a log's first bytes. */
export function firstValue(start: Buffer): unknown {
  for (const { bytes } of splitLines(inMemory(start))) {
    for (const part of scanLine(bytes))
      if (part.kind !== "broken") return "value" in part ? part.value : undefined;
  }
  return undefined;
}

/** The JSON objects among a file's first bytes, a line each; one that is cut off has the keys that are there whole. */
export function* linesAmong(start: Buffer): Generator<JsonObject> {
  for (const { bytes, ended } of splitLines(inMemory(start))) {
    const value = parseObject(bytes.toString("utf8")) ?? (ended ? undefined : wholePairs(bytes));
    if (value !== undefined) yield value;
  }
}

function hasId({ id }: JsonObject): boolean {
  return typeof id === "string" && id !== "";
}

function inMemory(bytes: Buffer): ByteSource {
  return {
    name: "the first bytes",
    size: () => bytes.length,
    read: (target, position) =>
      bytes.copy(target, 0, position, Math.min(bytes.length, position + target.length)),
  };
}
