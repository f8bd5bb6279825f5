import type { JsonObject } from "../format/json.ts";

/** What of an agent's object our form has no field for: a field named like the dialect, or none if all is told. */
export function keptAs(dialect: string, value: JsonObject, told: readonly string[]): JsonObject {
  const rest = Object.entries(value).filter(([key]) => !told.includes(key));
  return rest.length === 0 ? {} : { [dialect]: Object.fromEntries(rest) };
}
