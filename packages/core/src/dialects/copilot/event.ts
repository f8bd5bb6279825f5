import { textIn } from "../../answers/answer-parts.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { RecordForm } from "../../format/salvage.ts";

/** One event of a session. */
export interface CopilotEvent {
  readonly type: string;
  readonly data: JsonObject;
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  /** The subagent that it is of; undefined: the session's own agent. */
  readonly agent: string | undefined;
  /** The whole line. */
  readonly value: JsonObject;
}

/** Reads a line; any object is an event of some kind. */
export function eventOf(value: JsonObject): CopilotEvent {
  const data = isJsonObject(value["data"]) ? value["data"] : {};
  return {
    type: textIn(value, "type") ?? "line",
    data,
    id: textIn(value, "id"),
    timestamp: textIn(value, "timestamp"),
    agent: textIn(value, "agentId") ?? textIn(data, "parentToolCallId"),
    value,
  };
}

/** Whether a line, or the beginning of one, is an event of Copilot. */
export function isEvent(value: JsonObject): boolean {
  const { type, data } = value;
  if (typeof type !== "string" || !NAME.test(type)) return false;
  return isJsonObject(data) ? "parentId" in value && "id" in value : type === START && data === undefined;
}

/** No type of another log has a dot in it. */
const NAME = /^(?:abort|[a-z_]+(?:\.[a-z_]+)+)$/;

export const START = "session.start";

/** What intact lines look like inside a broken one. */
export const EVENT: RecordForm = {
  starts: [Buffer.from('{"type":'), Buffer.from('{"id":')],
  isRecord: (value) => isJsonObject(value["data"]) && isEvent(value),
};
