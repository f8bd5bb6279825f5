import type { EntryHead } from "../../format/head.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { compaction } from "./compaction.ts";
import { content } from "./content.ts";
import { flag, foreign, renamed, text } from "./fields.ts";
import { messageReaders } from "./messages.ts";
import { otherRole } from "./other-roles.ts";
import { keepUnderPi, mapping, translate, type Field, type Mapping } from "./translate.ts";
import { usage } from "./usage.ts";

/** A name is one line; an empty one clears. */
const name: Field = {
  read(value) {
    if (typeof value !== "string") return undefined;
    const line = value.replaceAll(/[\r\n]+/g, " ").trim() || null;
    return line === value ? { value } : { value: line, rest: value };
  },
};

const label: Field = {
  read: (value) => (value === "" ? { value: null, rest: value } : text.read(value)),
};

/** pi wraps the new content in an object; null hides the target. */
const replacement: Field = {
  read(value) {
    if (value === null) return { value };
    if (!isJsonObject(value)) return undefined;
    const { content: original = null, ...more } = value;
    const read = content.read(original);
    const rest = { ...more, ...(read?.rest !== undefined && { content: read.rest }) };
    return read && { value: read.value, ...(Object.keys(rest).length > 0 && { rest }) };
  },
};

const ENVELOPE = { timestamp: text, batch: foreign };

const PLAIN = mapping(ENVELOPE);

interface TypeRule {
  readonly fields: Mapping;
  /** What a missing field means. */
  readonly missing?: JsonObject;
}

const TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ["model_change", { fields: mapping({ ...ENVELOPE, provider: text, modelId: renamed("model", text) }) }],
  ["usage", { fields: mapping({ ...ENVELOPE, usage }) }],
  ["branch_summary", { fields: mapping({ ...ENVELOPE, fromId: text, usage }), missing: { fromId: null } }],
  ["context_edit", { fields: mapping({ ...ENVELOPE, replacement }) }],
  ["custom_message", { fields: mapping({ ...ENVELOPE, content, display: flag }), missing: { content: [] } }],
  ["label", { fields: mapping({ ...ENVELOPE, label }), missing: { label: null } }],
  ["session_info", { fields: mapping({ ...ENVELOPE, name, cwd: foreign }), missing: { name: null } }],
]);

/** An entry of pi in our form. */
export function decodePiEntry(value: JsonObject, head: EntryHead): JsonObject {
  return keepUnderPi(byType(value, head), oddIds(value, head));
}

function byType(value: JsonObject, head: EntryHead): JsonObject {
  const { type, message } = value;
  if (type === "compaction") return compaction(value, head);
  if (type === "message" && isJsonObject(message) && typeof message["role"] === "string") {
    const read = messageReaders.get(message["role"]);
    if (read === undefined) return otherRole(value, message["role"], message);
    return { ...translate(value, PLAIN), message: read(message) };
  }
  const { fields, missing } = TYPES.get(typeof type === "string" ? type : head.type) ?? {
    fields: PLAIN,
    missing: undefined,
  };
  return { ...missing, ...translate(value, fields) };
}

/** Ids that could not be used are replaced by the reader: they are kept beside. */
function oddIds(value: JsonObject, head: EntryHead): JsonObject {
  const odd: JsonObject = {};
  for (const key of ["id", "parentId"] as const) {
    if (value[key] !== undefined && value[key] !== head[key]) odd[key] = value[key];
  }
  return odd;
}
