import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { ByteSource } from "../../log/byte-source.ts";
import { jsonMembers } from "../json-members.ts";
import { textAt } from "./fields.ts";
import { type Stored, type StoredSession, withoutIds } from "./stored.ts";

const LISTS = ["messages"];

/** A session that a person exported: `{info, messages: [{info, parts}]}`. */
export function storedInExport(source: ByteSource, fallbackId: string): StoredSession {
  const info = infoIn(source);
  return { id: textAt(info, "id") ?? fallbackId, info, content: contentOf(source) };
}

function infoIn(source: ByteSource): JsonObject {
  for (const member of jsonMembers(source, LISTS))
    if ("value" in member && member.key === "info" && isJsonObject(member.value)) return member.value;
  return {};
}

function* contentOf(source: ByteSource): Generator<Stored> {
  for (const member of jsonMembers(source, LISTS)) {
    if ("damage" in member) yield member;
    else if (member.index !== undefined) {
      const { value, offset, length } = member;
      const read = isJsonObject(value) ? messageOf(value, member.index) : undefined;
      yield (
        read ?? { damage: { offset, length, kind: "no-entry", detail: "a JSON value that is no message" } }
      );
    }
  }
}

function messageOf({ info, parts }: JsonObject, index: number): Stored | undefined {
  if (!isJsonObject(info)) return undefined;
  const values = Array.isArray(parts) ? parts.filter(isJsonObject) : [];
  const stored = values.map((value, place) => ({
    id: textAt(value, "id") ?? `part-${place}`,
    value: withoutIds(value),
  }));
  return { message: { id: textAt(info, "id") ?? `message-${index}`, info: withoutIds(info), parts: stored } };
}
