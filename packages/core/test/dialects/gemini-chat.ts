import { join } from "node:path";
import type { JsonObject } from "../../src/format/json.ts";
import { gemini } from "../../src/dialects/gemini/gemini.ts";
import { folderOf, readForeign, type ReadForeign } from "./read-foreign.ts";

export const HEADER = {
  sessionId: "the-session",
  projectHash: "0f",
  startTime: "2026-03-01T08:00:00.000Z",
  kind: "main",
};

let clock = 0;

function at(): string {
  return new Date(Date.UTC(2026, 2, 1, 8, 0, ++clock % 86_400)).toISOString();
}

export function user(id: string, content: unknown = `ask ${id}`): JsonObject {
  return { id, timestamp: at(), type: "user", content };
}

export function answer(id: string, content: unknown = `say ${id}`, more: JsonObject = {}): JsonObject {
  return { id, timestamp: at(), type: "gemini", content, model: "gemini-test", ...more };
}

export function call(id: string, output?: string, more: JsonObject = {}): JsonObject {
  const done = output !== undefined;
  const result = done ? [{ functionResponse: { id, name: "ls", response: { output } } }] : null;
  return { id, name: "ls", args: { path: id }, status: done ? "success" : "executing", result, ...more };
}

/** A chat as lines: objects become JSON, strings stand as they are. */
export function chatOf(...records: (JsonObject | string)[]): string {
  return [HEADER, ...records]
    .map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\n`)
    .join("");
}

/** Reads a chat of these records. */
export function readChat(...records: (JsonObject | string)[]): ReadForeign {
  return readLines(chatOf(...records));
}

export function readLines(lines: string | Buffer): ReadForeign {
  const folder = folderOf({ "tmp/p/chats/session-x.jsonl": lines });
  return readForeign(gemini, { file: join(folder, "tmp/p/chats/session-x.jsonl") });
}
