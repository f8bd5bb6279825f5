import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type Yaml from "yaml";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { FileSource } from "../../log/file-source.ts";
import { unlessRefused } from "../../log/io-error.ts";

export const EVENTS = "events.jsonl";

/** A larger file is none of the agent's. */
const LARGEST = 1 << 20;

/** What Copilot notes of a session beside its events; empty where there is nothing that can be read. */
export function workspaceOf(eventsFile: string): JsonObject {
  if (basename(eventsFile) !== EVENTS) return {};
  const source = unlessRefused(() => FileSource.open(join(dirname(eventsFile), "workspace.yaml")));
  if (source === undefined) return {};
  try {
    if (source.size() > LARGEST) return {};
    const bytes = Buffer.alloc(source.size());
    source.read(bytes, 0);
    return parseYaml(bytes.toString("utf8"));
  } finally {
    source.close();
  }
}

/** Whoever wrote it: no aliases, no types but text. */
function parseYaml(text: string): JsonObject {
  // Loaded only where a session of Copilot is.
  const { parse } = createRequire(import.meta.url)("yaml") as typeof Yaml;
  try {
    const value: unknown = parse(text, { schema: "failsafe", logLevel: "error", maxAliasCount: 0 });
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
