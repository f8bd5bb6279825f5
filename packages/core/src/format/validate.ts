import type { z } from "zod";
import { entrySchemas, opaqueEntrySchema } from "./entries.ts";
import { headerSchema } from "./header.ts";

/** What is wrong with a value, one line for each place; empty if it fits. */
export type Issues = readonly string[];

/**
 * Checks an entry against the schema of its type. The value itself is what is kept, never the parsed copy:
 * a copy would lose keys such as `__proto__`.
 */
export function validateEntry(value: unknown): Issues {
  const type = (value as { type?: unknown } | null)?.type;
  const known = typeof type === "string" && Object.hasOwn(entrySchemas, type);
  const schema: z.ZodType = known ? entrySchemas[type as keyof typeof entrySchemas] : opaqueEntrySchema;
  return issuesOf(schema, value);
}

/** Checks a header. */
export function validateHeader(value: unknown): Issues {
  return issuesOf(headerSchema, value);
}

function issuesOf(schema: z.ZodType, value: unknown): Issues {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const place = issue.path.map(String).join(".");
    return place === "" ? issue.message : `${place}: ${issue.message}`;
  });
}
