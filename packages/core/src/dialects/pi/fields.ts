import type { Field } from "./translate.ts";

/** A field whose value must satisfy `fits`. */
function checked(fits: (value: unknown) => boolean): Field {
  return { read: (value) => (fits(value) ? { value } : undefined) };
}

export const text = checked((value) => typeof value === "string");

export const flag = checked((value) => typeof value === "boolean");

export const number = checked((value) => typeof value === "number");

/** A number of tokens. */
export const count = checked((value) => typeof value === "number" && value >= 0);

export const anything = checked(() => true);

/** A field of our format that pi does not have: under this name pi's logs can hold only something else. */
export const foreign = checked(() => false);

export function oneOf(values: readonly string[]): Field {
  return checked((value) => typeof value === "string" && values.includes(value));
}

export function renamed(as: string, field: Field): Field {
  return { ...field, as };
}
