import { readFileSync } from "node:fs";
import { decodeEntry, type DecodedEntry } from "../../src/log/decode-entry.ts";
import { detectDialect } from "../../src/dialects/registry.ts";
import type { Dialect } from "../../src/dialects/dialect.ts";
import { pi } from "../../src/dialects/pi/pi.ts";
import type { JsonObject } from "../../src/format/json.ts";
import type { LogHeader } from "../../src/log/log-rules.ts";
import { LogMap, readRecord, type LocatedHead } from "../../src/log/log-map.ts";
import { treeOfLog } from "../../src/log/tree-of-log.ts";
import { MemoryLog } from "../../src/log/memory-log.ts";
import { activeLeaf } from "../../src/tree/active-leaf.ts";
import { linkDamage, missingTargets } from "../../src/tree/link-damage.ts";
import { pathTo } from "../../src/tree/path.ts";

const LOGS = new URL("../../../../test-fixtures/logs/", import.meta.url);

/** The bytes of a sample log. */
export function sample(name: string): Buffer {
  return readFileSync(new URL(name, LOGS));
}

export interface ReadLog {
  readonly dialect: Dialect;
  readonly header: LogHeader | undefined;
  readonly heads: readonly LocatedHead[];
  readonly decoded: readonly DecodedEntry[];
  /** The ids from the root to the active leaf. */
  readonly path: readonly string[];
  /** Kinds of damage, links included, in file order. */
  readonly damage: readonly string[];
  readonly problems: readonly string[];
}

/** Reads a whole log the way the store does: detect, map, link, decode. */
export function readLog(bytes: Buffer, as?: Dialect): ReadLog {
  const detected = as ?? detectDialect(bytes);
  if (detected === undefined || "unsupported" in detected) throw new Error("no dialect knows this log");
  const source = new MemoryLog("memory:log", bytes);
  const map = new LogMap(source, detected, "by-file-name");
  map.catchUp();
  const tree = treeOfLog(map);
  const leaf = activeLeaf(tree, detected.leafRule);
  const decoded = map.entries.map((head) => decodeEntry(detected, head, readRecord(source, head)));
  const found = [...map.damage, ...linkDamage(tree), ...missingTargets(tree)].toSorted(
    (a, b) => a.offset - b.offset,
  );
  return {
    dialect: detected,
    header: map.header,
    heads: map.entries,
    decoded,
    path: leaf === null ? [] : pathTo(leaf).map(({ head }) => head.id),
    damage: found.map(({ kind }) => kind),
    problems: decoded.flatMap(({ problem }) => problem ?? []),
  };
}

export const PI_HEADER =
  '{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/p"}';

/** A log of pi: objects become lines, strings stand as they are. */
export function piLog(...lines: (JsonObject | string)[]): Buffer {
  const texts = [PI_HEADER, ...lines].map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  return Buffer.from(texts.map((text) => `${text}\n`).join(""));
}

/** A user message of pi. */
export function user(id: string, parentId: string | null, text = id): JsonObject {
  const message = { role: "user", content: text, timestamp: 1 };
  return { type: "message", id, parentId, timestamp: "2026-01-01T00:00:01.000Z", message };
}

/** Decodes one entry of pi that has the usual envelope; gives it without that. */
export function decodePi(body: JsonObject & { type: string }): {
  entry: JsonObject;
  problem: string | undefined;
} {
  const value = { id: "e", parentId: "p", timestamp: "2026-01-01T00:00:01.000Z", ...body };
  const head = {
    type: body.type,
    id: "e",
    parentId: "p",
    timestamp: undefined,
    role: undefined,
    targetId: undefined,
    label: undefined,
    keptId: undefined,
    version: 3,
  };
  const { entry, problem } = decodeEntry(pi, head, Buffer.from(JSON.stringify(value)));
  const { id: _id, parentId: _parent, timestamp: _timestamp, ...rest } = entry as JsonObject;
  return { entry: rest, problem };
}
