import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { objectAt } from "./fields.ts";
import type { StoredMessage, StoredPart } from "./stored.ts";

/** A row of the table in which newer versions keep what is said. */
export interface NewerRecord {
  readonly id: string;
  readonly kind: string;
  readonly data: JsonObject;
}

/** The same as a message of the versions before; undefined for what has none there. */
export function asMessage({ id, kind, data }: NewerRecord): StoredMessage | undefined {
  switch (kind) {
    case "user": {
      const { text, files, ...info } = data;
      const parts = [
        { type: "text", text },
        ...list(files).map((file) => ({ ...file, type: "file", url: file["uri"] })),
      ];
      return { id, info: { ...info, role: "user" }, parts: numbered(parts) };
    }
    case "synthetic": {
      const { text, ...info } = data;
      return {
        id,
        info: { ...info, role: "user" },
        parts: numbered([{ type: "text", text, synthetic: true }]),
      };
    }
    case "assistant": {
      const { content, model, error, ...info } = data;
      const { id: modelID, providerID } = objectAt({ model }, "model");
      const failed = isJsonObject(error) && { error: { name: error["type"], data: error } };
      const answer = { ...info, role: "assistant", modelID, providerID, ...failed };
      return { id, info: answer, parts: numbered(list(content).map(partOf)) };
    }
    case "compaction": {
      const { summary, recent, ...info } = data;
      const texts = [summary, recent].filter((text) => typeof text === "string" && text !== "");
      const parts = texts.map((text) => ({ type: "text", text }));
      return {
        id,
        info: { ...info, role: "assistant", summary: true, finish: "stop" },
        parts: numbered(parts),
      };
    }
    default:
      return undefined;
  }
}

function partOf(part: JsonObject): JsonObject {
  const { id, providerMetadata: metadata, ...rest } = part;
  if (rest["type"] !== "tool") return { ...rest, metadata };
  const { name, state, ...more } = rest;
  return { ...more, callID: id, tool: name, state: stateOf(isJsonObject(state) ? state : {}), metadata };
}

/** What a tool gave is a list of texts and files there; while a call is pending its input is what has come of it. */
function stateOf({ content, error, input, ...state }: JsonObject): JsonObject {
  if (state["status"] === "pending") return { ...state, raw: input };
  const given = list(content);
  const texts = given.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  const attachments = given
    .filter(({ type }) => type === "file")
    .map((file) => ({ ...file, url: file["uri"] }));
  const message = objectAt({ error }, "error")["message"];
  return { ...state, input, output: texts.join("\n"), error: message ?? error, attachments };
}

function numbered(parts: readonly JsonObject[]): StoredPart[] {
  return parts.map((value, place) => ({ id: String(place), value }));
}

function list(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
