import type { JsonObject } from "../format/json.ts";
import { has, type Located, objectIn, objectsIn, stringIn } from "./located.ts";
import type { Report } from "./report.ts";

/**
 * Where the history has tool blocks, `toolConfig` has to be there (pentagi#196) and should name the tools that were
 * used (conservative).
 */
export function checkToolConfig(body: JsonObject, messages: readonly Located[], report: Report): void {
  const blocks = messages.flatMap(({ value, at }) => objectsIn(value, "content", at));
  const used = blocks.find(({ value }) => has(value, "toolUse") || has(value, "toolResult"));
  if (used === undefined) return;
  const config = objectIn(body, "toolConfig", "");
  if (config === undefined) {
    report.error(
      "tool-config-missing",
      "toolConfig",
      "the history has tool blocks, so toolConfig has to be there",
    );
    return;
  }
  const names = new Set<string>();
  for (const { value, at } of objectsIn(config.value, "tools", config.at)) {
    const spec = objectIn(value, "toolSpec", at);
    if (spec !== undefined) names.add(stringIn(spec.value, "name"));
  }
  for (const { value, at } of blocks) {
    const call = objectIn(value, "toolUse", at);
    if (call !== undefined && !names.has(stringIn(call.value, "name")))
      report.warn("tool-not-declared", call.at, "toolConfig does not name this tool");
  }
}
