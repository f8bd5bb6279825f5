import { anything, type Shape } from "./shape.ts";

/** Fields, named in a list with spaces, that have nothing to do with a history: nobody looks into them. */
export function otherFields(names: string): Record<string, Shape> {
  return Object.fromEntries(names.split(" ").map((name) => [name, anything]));
}
