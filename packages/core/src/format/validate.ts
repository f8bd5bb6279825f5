import type * as z from "zod/mini";
import { entrySchemas, type KnownEntryType } from "./entries.ts";
import { headerSchema } from "./header.ts";
import { inEnglish } from "./in-english.ts";
import { isPlainEntry } from "./plain-entry.ts";

/** What is wrong with a value, one line for each place; empty if it fits. */
export type Issues = readonly string[];

/**
 * Checks an entry against the schema of its type. The value itself is what is kept, never the parsed copy:
 * a copy would lose keys such as `__proto__`.
 */
export function validateEntry(value: unknown): Issues {
  if (isPlainEntry(value)) return [];
  const type = (value as { type?: unknown } | null)?.type;
  const { known, opaque } = entrySchemas();
  const isKnown = typeof type === "string" && Object.hasOwn(known, type);
  const schema: z.ZodMiniType = isKnown ? known[type as KnownEntryType] : opaque;
  return issuesOf(schema, value);
}

/** Checks a header. */
export function validateHeader(value: unknown): Issues {
  return issuesOf(headerSchema(), value);
}

function issuesOf(schema: z.ZodMiniType, value: unknown): Issues {
  const result = schema.safeParse(value, inEnglish);
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const place = issue.path.map(String).join(".");
    return place === "" ? issue.message : `${place}: ${issue.message}`;
  });
}
