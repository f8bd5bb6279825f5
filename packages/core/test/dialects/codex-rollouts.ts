import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "../../src/format/json.ts";
import { temporaryFolder } from "../support/store.ts";

export const THREAD = "0198aaaa-0000-7000-8000-000000000001";
export const PARENT = "0198aaaa-0000-7000-8000-000000000002";

let second = 0;

/** A line of a rollout, a second behind the one before. */
export function line(type: string, payload: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    timestamp: new Date(Date.UTC(2026, 5, 1) + second++ * 1000).toISOString(),
    ...more,
    type,
    payload,
  };
}

export function meta(id = THREAD, more: JsonObject = {}): JsonObject {
  const timestamp = "2026-06-01T00:00:00.000Z";
  const fields = { id, timestamp, cwd: "/work", originator: "codex-tui", cli_version: "0.144.0" };
  return line("session_meta", { ...fields, model_provider: "openai", ...more });
}

export function item(type: string, more: JsonObject): JsonObject {
  return line("response_item", { type, ...more });
}

export function event(type: string, more: JsonObject = {}): JsonObject {
  return line("event_msg", { type, ...more });
}

export function context(model = "gpt-x", more: JsonObject = {}): JsonObject {
  return line("turn_context", { cwd: "/work", model, effort: "medium", ...more });
}

export function says(role: string, text: string, more: JsonObject = {}): JsonObject {
  const type = role === "assistant" ? "output_text" : "input_text";
  return item("message", { role, content: [{ type, text }], ...more });
}

export function call(id: string, more: JsonObject = {}): JsonObject {
  return item("function_call", { name: "shell", arguments: '{"cmd":"ls"}', call_id: id, ...more });
}

export function output(id: string, value: unknown = "ok"): JsonObject {
  return item("function_call_output", { call_id: id, output: value });
}

/** Tokens used by one response, and the sums so far. */
export function tokens(last: readonly number[], total: readonly number[]): JsonObject {
  return event("token_count", { info: { last_token_usage: counts(last), total_token_usage: counts(total) } });
}

function counts([input, cached, out, reasoning]: readonly number[]): JsonObject {
  return {
    input_tokens: input,
    cached_input_tokens: cached,
    output_tokens: out,
    reasoning_output_tokens: reasoning,
  };
}

/** The bytes of a rollout: objects become lines, strings stand as they are. */
export function bytesOf(...lines: readonly (JsonObject | string)[]): string {
  return lines.map((one) => (typeof one === "string" ? one : `${JSON.stringify(one)}\n`)).join("");
}

/** A home of Codex with these rollouts, by thread; gives the path of each. */
export function codexHome(rollouts: Readonly<Record<string, string | Buffer>>): {
  readonly home: string;
  readonly file: (thread?: string) => string;
} {
  const home = temporaryFolder();
  const file = (thread = THREAD) => join(home, "sessions", "2026", "06", "01", rolloutName(thread));
  for (const [thread, bytes] of Object.entries(rollouts)) write(file(thread), bytes);
  return { home, file };
}

export function rolloutName(thread: string, time = "2026-06-01T10-00-00"): string {
  return `rollout-${time}-${thread}.jsonl`;
}

export function write(file: string, bytes: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

/** The file of a home with only this rollout. */
export function rollout(...lines: readonly (JsonObject | string)[]): string {
  return codexHome({ [THREAD]: bytesOf(...lines) }).file();
}
