import { isJsonObject, type JsonObject } from "../../format/json.ts";

/**
 * An object as pi has it, from ours: fields under their names there, and what `pi` holds of an original back in its
 * place. What stands in `fields` already is stronger.
 */
export function putBack(ours: JsonObject, fields: JsonObject, ...read: readonly string[]): JsonObject {
  const { pi, ...rest } = ours;
  const others = Object.entries(rest).filter(([key]) => !read.includes(key) && !Object.hasOwn(fields, key));
  const kept = isJsonObject(pi) ? Object.entries(pi).filter(([key]) => !Object.hasOwn(fields, key)) : [];
  // Pairs, as an own `__proto__` key would not survive an assignment.
  return Object.fromEntries(
    [...Object.entries(fields), ...others, ...kept].filter(([, field]) => field !== undefined),
  );
}
