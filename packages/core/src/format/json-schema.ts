import { z } from "zod";
import { entrySchemas, opaqueEntrySchema } from "./entries.ts";
import { FORMAT_VERSION, headerSchema } from "./header.ts";
import { KNOWN_BLOCK_TYPES } from "./messages.ts";

/** The JSON Schema of one line of a log, made from the schemas that this library checks with. */
export function lineJsonSchema(): object {
  const entries = Object.entries(entrySchemas).map(([type, schema]) => schema.meta({ id: `entry.${type}` }));
  const line = z.union([headerSchema, ...entries, opaqueEntrySchema]);
  const { $schema, ...schema } = z.toJSONSchema(line, { io: "input", override: addRefinement });
  return {
    $schema,
    $id: `urn:session-tree:format:${FORMAT_VERSION}:line`,
    title: `A line of a session-tree log, version ${FORMAT_VERSION}`,
    ...schema,
  };
}

/** What zod checks with code: by the schema's id, the keywords that say the same. */
const REFINEMENTS: Readonly<Record<string, z.core.JSONSchema.BaseSchema>> = {
  "entry.compaction": { anyOf: [{ required: ["summary"] }, { required: ["messages"] }] },
  OpaqueEntry: typeIsNone(["session", ...Object.keys(entrySchemas)]),
  OpaqueBlock: typeIsNone(KNOWN_BLOCK_TYPES),
};

function addRefinement({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  const { id } = z.globalRegistry.get(zodSchema) ?? {};
  if (id !== undefined) Object.assign(jsonSchema, REFINEMENTS[id]);
}

function typeIsNone(types: readonly string[]): z.core.JSONSchema.BaseSchema {
  return { not: { properties: { type: { enum: [...types] } } } };
}
