import type { JsonObject } from "../../format/json.ts";

/** What one of pi's fields becomes: our `value`, and under `pi` the part of the original that it does not tell. */
interface Reading {
  readonly value: unknown;
  readonly rest?: unknown;
}

/** How one of pi's fields is read. */
export interface Field {
  /** Our name for it; undefined: pi's own. */
  readonly as?: string;
  /** Gives undefined for a value that does not fit: it is then kept under `pi`, and costs nothing else. */
  read(this: void, value: unknown): Reading | undefined;
}

/** The fields of one kind of object that need care; all others are taken over as they are. */
export interface Mapping {
  readonly fields: ReadonlyMap<string, Field>;
  /** Our names: a field of pi's that happens to have one must not be read as ours. */
  readonly ours: ReadonlySet<string>;
}

export function mapping(fields: Readonly<Record<string, Field>>): Mapping {
  const entries = Object.entries(fields);
  return { fields: new Map(entries), ours: new Set(entries.map(([key, field]) => field.as ?? key)) };
}

/** Renames and reads the fields of one object; what has no place in our form moves to its `pi` field. */
export function translate(value: JsonObject, { fields, ours }: Mapping): JsonObject {
  // Pairs, as an own `__proto__` key would not survive an assignment.
  const pairs: [string, unknown][] = [];
  const rest: [string, unknown][] = [];
  for (const [key, original] of Object.entries(value)) {
    const field = fields.get(key);
    const reading = field?.read(original);
    if (field !== undefined && reading !== undefined) {
      pairs.push([field.as ?? key, reading.value]);
      if (reading.rest !== undefined) rest.push([key, reading.rest]);
    } else (field !== undefined || ours.has(key) || key === "pi" ? rest : pairs).push([key, original]);
  }
  if (rest.length > 0) pairs.push(["pi", Object.fromEntries(rest)]);
  return Object.fromEntries(pairs);
}

/** Adds to what a translated object keeps under `pi`. */
export function keepUnderPi(translated: JsonObject, more: JsonObject): JsonObject {
  if (Object.keys(more).length === 0) return translated;
  return { ...translated, pi: { ...(translated["pi"] as JsonObject | undefined), ...more } };
}
