import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type Yaml from "yaml";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { smallFile } from "../read-text.ts";

export const EVENTS = "events.jsonl";

/** What Copilot notes of a session beside its events; empty where there is nothing that can be read. */
export function workspaceOf(eventsFile: string): JsonObject {
  if (basename(eventsFile) !== EVENTS) return {};
  const text = smallFile(join(dirname(eventsFile), "workspace.yaml"));
  return text === undefined ? {} : parseYaml(text);
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
