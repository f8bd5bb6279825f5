import { isJsonObject, type JsonObject } from "../format/json.ts";
import type { Usage } from "../format/messages.ts";
import { USAGE_FIELDS } from "../format/usage-fields.ts";

/** A count or an amount as an API gives it; undefined for anything that is none. */
export function amount(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** A part of a usage object; empty for anything that is none: APIs give null, or leave it out. */
export function part(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The parts of a list; empty for anything that is none. */
export function parts(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The sum of what is known; undefined if nothing is. */
export function sum(...amounts: (number | undefined)[]): number | undefined {
  const known = amounts.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value);
}

/** What is left of a total that includes the parts; undefined without a total. APIs disagree on it, so never below 0. */
export function without(total: number | undefined, ...included: (number | undefined)[]): number | undefined {
  return total === undefined ? undefined : Math.max(0, total - (sum(...included) ?? 0));
}

/** A usage with the fields that are known, in the format's order. */
export function onlyKnown(fields: { readonly [Field in keyof Usage]: number | undefined }): Usage {
  const usage: Usage = {};
  for (const name of USAGE_FIELDS) {
    const value = fields[name];
    if (value !== undefined) usage[name] = value;
  }
  return usage;
}
