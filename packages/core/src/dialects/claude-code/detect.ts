import type { JsonObject } from "../../format/json.ts";
import type { Detection } from "../dialect.ts";
import { linesAmong } from "../header-lines.ts";
import { isChained, object, text } from "./line.ts";

/** Whether a file's first bytes hold a line that only Claude Code writes. */
export function detect(start: Buffer): Detection {
  for (const value of linesAmong(start)) if (isClaudeCode(value)) return "yes";
  return "no";
}

function isClaudeCode(value: JsonObject): boolean {
  const type = text(value, "type");
  if (isChained(value)) return object(value, "message")?.["parts"] === undefined;
  if (type === "summary") return text(value, "leafUuid") !== undefined;
  if (type === "file-history-snapshot") return object(value, "snapshot") !== undefined;
  return type !== undefined && NOTES.has(type) && text(value, "sessionId") !== undefined;
}

/** Lines that may come before the first of the conversation. */
const NOTES: ReadonlySet<string> = new Set([
  "agent-name",
  "agent-setting",
  "ai-title",
  "custom-title",
  "fork-context-ref",
  "last-prompt",
  "mode",
  "permission-mode",
  "queue-operation",
]);
