import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { content } from "./content.ts";
import { keepUnderPi, mapping, translate } from "./translate.ts";

const SYSTEM = mapping({ content });

/**
 * A system message. pi keeps parts of the prompt as named sections, which a later message replaces or, with null,
 * removes: they are joined to the content as text, and stay beside it.
 */
export function systemMessage(message: JsonObject): JsonObject {
  const read: JsonObject = { content: "", ...translate(message, SYSTEM) };
  const sections = sectionTexts(message["sections"]);
  const joined = sections.length === 0 ? undefined : join(read["content"], sections);
  if (joined === undefined) return read;
  const original = Object.hasOwn(message, "content") ? { content: message["content"] } : {};
  return keepUnderPi({ ...read, content: joined }, original);
}

function sectionTexts(sections: unknown): string[] {
  if (!isJsonObject(sections)) return [];
  return Object.entries(sections).flatMap(([name, text]) => {
    if (text === null) return [`The section "${name}" no longer applies.`];
    return typeof text === "string" ? [`${name}:\n${text}`] : [];
  });
}

function join(base: unknown, sections: readonly string[]): unknown {
  const text = sections.join("\n\n");
  if (typeof base === "string") return base === "" ? text : `${base}\n\n${text}`;
  return Array.isArray(base) ? [...(base as unknown[]), { type: "text", text }] : undefined;
}
