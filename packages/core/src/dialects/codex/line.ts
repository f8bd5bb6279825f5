import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { RecordForm } from "../../format/salvage.ts";

/** A line of a rollout, of whatever era. */
export interface RolloutLine {
  /** `session_meta`, `response_item`, `event_msg` and others. */
  readonly kind: string;
  readonly payload: JsonObject;
  readonly timestamp: string | undefined;
  /** What else stands beside the payload. */
  readonly beside: JsonObject;
  /** The whole line. */
  readonly value: JsonObject;
}

/** Reads a line. The first era had no envelope: its lines are items, its header has no `type`. */
export function rolloutLine(value: JsonObject): RolloutLine {
  const { type, payload, record_type: recordType } = value;
  const timestamp = typeof value["timestamp"] === "string" ? value["timestamp"] : undefined;
  const line = (kind: string, part: JsonObject) => ({ kind, payload: part, timestamp, beside: {}, value });
  if (typeof type === "string" && isJsonObject(payload)) {
    const { type: _type, timestamp: _time, payload: _payload, ...beside } = value;
    return { ...line(type, payload), beside };
  }
  if (isBareHeader(value)) return line("session_meta", value);
  if (typeof recordType === "string") return line(recordType, {});
  if (typeof type !== "string") return line("line", {});
  return timestamp === undefined ? line("response_item", value) : line(type, {});
}

/** Whether a line without an envelope begins a rollout of the first era. */
export function isBareHeader({ id, timestamp, type, ...rest }: JsonObject): boolean {
  return (
    typeof id === "string" && typeof timestamp === "string" && type === undefined && "instructions" in rest
  );
}

const ITEMS: ReadonlySet<unknown> = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "local_shell_call",
  "custom_tool_call",
  "custom_tool_call_output",
  "web_search_call",
]);

/** What intact lines look like inside a broken one. */
export const WRAPPED: RecordForm = {
  starts: [Buffer.from('{"timestamp":')],
  isRecord: ({ type, payload }) => typeof type === "string" && isJsonObject(payload),
};

/** The same in the first era. */
export const BARE: RecordForm = {
  starts: ['{"type":', '{"record_type":', '{"id":'].map((start) => Buffer.from(start)),
  isRecord: (value) =>
    ITEMS.has(value["type"]) || typeof value["record_type"] === "string" || isBareHeader(value),
};
