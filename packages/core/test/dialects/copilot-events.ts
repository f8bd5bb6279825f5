import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "../../src/format/json.ts";
import { temporaryFolder } from "../support/store.ts";

export const SESSION = "11111111-0000-4000-8000-000000000001";

let count = 0;

/** An event, a second behind the one before. */
export function event(type: string, data: JsonObject = {}, more: JsonObject = {}): JsonObject {
  const at = count++;
  const timestamp = new Date(Date.UTC(2026, 5, 1) + at * 1000).toISOString();
  return { type, data, id: `e-${at}`, timestamp, parentId: at === 0 ? null : `e-${at - 1}`, ...more };
}

export function start(more: JsonObject = {}): JsonObject {
  const context = { cwd: "/work", gitRoot: "/work", branch: "main", headCommit: "c0ffee" };
  const host = { producer: "copilot-agent", copilotVersion: "1.0.77", startTime: "2026-06-01T00:00:00.000Z" };
  return event("session.start", { sessionId: SESSION, version: 1, ...host, context, ...more });
}

export function user(content: string, more: JsonObject = {}): JsonObject {
  return event("user.message", { content, attachments: [], ...more });
}

export function assistant(content: string, more: JsonObject = {}, envelope: JsonObject = {}): JsonObject {
  return event("assistant.message", { messageId: `m-${count}`, content, model: "gpt-x", ...more }, envelope);
}

export function request(toolCallId: string, more: JsonObject = {}): JsonObject {
  return { toolCallId, name: "bash", arguments: { command: "ls" }, type: "function", ...more };
}

export function result(toolCallId: string, more: JsonObject = {}, envelope: JsonObject = {}): JsonObject {
  return event(
    "tool.execution_complete",
    { toolCallId, success: true, result: { content: "ok" }, ...more },
    envelope,
  );
}

export function bytesOf(...lines: readonly (JsonObject | string)[]): string {
  return lines.map((one) => (typeof one === "string" ? one : `${JSON.stringify(one)}\n`)).join("");
}

/** The events of a session, in a folder of their own, with a workspace beside them if there is one. */
export function eventsFile(bytes: string | Buffer, workspace?: string): string {
  const folder = join(temporaryFolder(), SESSION);
  const file = join(folder, "events.jsonl");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  if (workspace !== undefined) writeFileSync(join(folder, "workspace.yaml"), workspace);
  return file;
}

export function session(...lines: readonly (JsonObject | string)[]): string {
  return eventsFile(bytesOf(...lines));
}
