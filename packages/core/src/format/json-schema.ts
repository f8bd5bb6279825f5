import * as z from "zod/mini";
import { entrySchemas } from "./entries.ts";
import { FORMAT_VERSION, headerSchema } from "./header.ts";
import { KNOWN_BLOCK_TYPES } from "./messages.ts";

/** The JSON Schema of one line of a log, made from the schemas that this library checks with. */
export function lineJsonSchema(): object {
  const { known, opaque } = entrySchemas();
  const entries = Object.entries<z.ZodMiniType>(known).map(([type, schema]) =>
    schema.register(z.globalRegistry, { id: `entry.${type}` }),
  );
  const line = z.union([headerSchema(), ...entries, opaque]);
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
  OpaqueEntry: typeIsNone(["session", ...Object.keys(entrySchemas().known)]),
  OpaqueBlock: typeIsNone(KNOWN_BLOCK_TYPES),
};

function addRefinement({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  const { id } = z.globalRegistry.get(zodSchema) ?? {};
  if (id !== undefined) Object.assign(jsonSchema, REFINEMENTS[id]);
}

function typeIsNone(types: readonly string[]): z.core.JSONSchema.BaseSchema {
  return { not: { properties: { type: { enum: [...types] } } } };
}
