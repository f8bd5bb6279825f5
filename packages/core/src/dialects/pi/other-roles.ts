import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { content } from "./content.ts";
import { flag, foreign, text } from "./fields.ts";
import { shellText } from "./shell-text.ts";
import { keepUnderPi, mapping, translate, type Mapping } from "./translate.ts";

/** What stands around the message in its line: fields that the new type of the entry needs are not pi's there. */
const AROUND = mapping({
  timestamp: text,
  batch: foreign,
  customType: foreign,
  content: foreign,
  display: foreign,
  details: foreign,
  data: foreign,
  fromId: foreign,
  summary: foreign,
  usage: foreign,
});

const CUSTOM = mapping({ content, display: flag });

const BRANCH_SUMMARY = mapping({ fromId: text });

/** A `message` entry whose role our format does not have: it becomes an entry of another type. */
export function otherRole(entry: JsonObject, role: string, message: JsonObject): JsonObject {
  const { message: _, ...outside } = entry;
  const around = translate(outside, AROUND);
  const { command, summary } = message;
  switch (role) {
    case "custom":
    case "hookMessage": {
      const inner = lift(message, ["customType", "content", "display", "details"], CUSTOM);
      return keepUnderPi(
        { ...around, type: "custom_message", content: [], ...inner.lifted },
        { message: inner.rest },
      );
    }
    case "branchSummary": {
      const inner = lift(message, ["fromId", "summary"], BRANCH_SUMMARY);
      return keepUnderPi(
        { ...around, type: "branch_summary", fromId: null, ...inner.lifted },
        { message: inner.rest },
      );
    }
    case "compactionSummary":
      if (typeof summary !== "string") break;
      return shown(around, role, `A summary of the conversation before this point:\n\n${summary}`, message);
    case "bashExecution":
      if (typeof command !== "string" || message["excludeFromContext"] === true) break;
      return shown(around, role, shellText(command, message), message);
  }
  return { ...around, type: "custom", customType: `pi:${role}`, data: message };
}

/** An entry that enters the context as a text made of `message`, which is kept whole beside it. */
function shown(around: JsonObject, role: string, contentText: string, message: JsonObject): JsonObject {
  return {
    ...around,
    type: "custom_message",
    customType: `pi:${role}`,
    content: contentText,
    display: true,
    details: message,
  };
}

/** Takes fields of the message up into the entry; what is left of the message is kept. */
function lift(
  message: JsonObject,
  keys: readonly string[],
  fields: Mapping,
): { lifted: JsonObject; rest: JsonObject } {
  const pairs = Object.entries(message);
  const { pi, ...lifted } = translate(
    Object.fromEntries(pairs.filter(([key]) => keys.includes(key))),
    fields,
  );
  const rest = Object.fromEntries(pairs.filter(([key]) => !keys.includes(key)));
  return { lifted, rest: { ...rest, ...(isJsonObject(pi) && pi) } };
}
