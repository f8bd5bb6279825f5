import type { JsonObject } from "../../format/json.ts";
import type { ByteSource } from "../../log/byte-source.ts";
import { jsonLines } from "../json-lines.ts";
import { isAnswer, isChained, LINE_FORM, object, text } from "./line.ts";

/** What a log says of its session before it is told. */
export interface Prelude {
  /** The first line of the conversation; undefined: there is none. */
  readonly first: JsonObject;
  /** What it was forked from: the last entry that was copied, or that is referred to and lies in the other log. */
  readonly from:
    | { readonly sessionId: string; readonly entryId: string; readonly copied: boolean }
    | undefined;
}

/** Reads on until the session is known: to its first line of the conversation, in a fork to the first of its own. */
export function readPrelude(source: ByteSource): Prelude | undefined {
  let first: JsonObject | undefined;
  let from: Prelude["from"];
  /** The answer whose lines are being copied, and its first line. */
  let answer: { readonly id: string | undefined; readonly uuid: string } | undefined;
  for (const line of jsonLines(source, LINE_FORM)) {
    if ("damage" in line) continue;
    const { value } = line;
    if (first === undefined && value["type"] === "fork-context-ref") from = reference(value) ?? from;
    if (!isChained(value) || text(value, "type") === undefined) continue;
    const origin = object(value, "forkedFrom");
    const sessionId = origin && text(origin, "sessionId");
    const uuid = origin && text(origin, "messageUuid");
    first ??= value;
    if (sessionId === undefined || uuid === undefined) break;
    const id = isAnswer(value) ? text(object(value, "message")!, "id") : undefined;
    // All lines of an answer are one entry, that of its first line.
    if (id === undefined || id !== answer?.id) answer = { id, uuid };
    from = { sessionId, entryId: answer.uuid, copied: true };
  }
  return first && { first, from };
}

function reference(value: JsonObject): Prelude["from"] {
  const sessionId = text(value, "parentSessionId");
  const entryId = text(value, "parentLastUuid");
  if (sessionId === undefined || entryId === undefined) return undefined;
  return { sessionId, entryId, copied: false };
}
