import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { anything, flag, renamed, text } from "./fields.ts";
import { mapping, translate, type Field, type Mapping } from "./translate.ts";

interface BlockRule {
  readonly fields: Mapping;
  /** Our fields without which a block says nothing. */
  readonly required: readonly string[];
}

const BLOCKS: ReadonlyMap<string, BlockRule> = new Map([
  ["text", { fields: mapping({ text, textSignature: renamed("signature", text) }), required: ["text"] }],
  ["image", { fields: mapping({ mimeType: text, data: text }), required: ["mimeType", "data"] }],
  [
    "thinking",
    {
      fields: mapping({ thinking: text, thinkingSignature: renamed("signature", text), redacted: flag }),
      required: ["thinking"],
    },
  ],
  [
    "toolCall",
    {
      fields: mapping({
        id: text,
        name: text,
        arguments: renamed("input", anything),
        thoughtSignature: renamed("signature", text),
      }),
      required: ["id", "name"],
    },
  ],
]);

/** The content of a message. Broken blocks are taken out of it; under `pi` they stand with their places. */
export const content: Field = {
  read(value) {
    if (value === null) return { value: [], rest: null };
    // Anything else that is no list is carried, so that it is reported.
    if (!Array.isArray(value)) return { value };
    const blocks: JsonObject[] = [];
    const broken: { index: number; block: unknown }[] = [];
    for (const [index, block] of value.entries()) {
      const read = readBlock(block);
      if (read === undefined) broken.push({ index, block });
      else blocks.push(read);
    }
    return broken.length === 0 ? { value: blocks } : { value: blocks, rest: broken };
  },
};

function readBlock(block: unknown): JsonObject | undefined {
  if (!isJsonObject(block) || typeof block["type"] !== "string") return undefined;
  const { type } = block;
  // Ours alone: pi keeps nothing outside of its logs.
  if (type === "blob") return undefined;
  const rule = BLOCKS.get(type);
  if (rule === undefined) return block;
  const read = translate(block, rule.fields);
  if (!rule.required.every((key) => Object.hasOwn(read, key))) return undefined;
  return type === "toolCall" && !Object.hasOwn(read, "input") ? { ...read, input: {} } : read;
}
