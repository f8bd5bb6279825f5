import { isJsonObject, type JsonObject } from "../format/json.ts";

/** An object of a request, and where it stands. */
export interface Located {
  readonly value: JsonObject;
  readonly at: string;
}

/** The path of a field of the object at `at`. */
export function fieldOf(at: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${at}[${JSON.stringify(key)}]`;
  return at === "" ? key : `${at}.${key}`;
}

/** The objects of the list in a field; nothing where there is no list. Other items are for the shape check. */
export function objectsIn(parent: JsonObject, key: string, at = ""): Located[] {
  const list = parent[key];
  if (!Array.isArray(list)) return [];
  const found: Located[] = [];
  for (const [index, value] of list.entries())
    if (isJsonObject(value)) found.push({ value, at: `${fieldOf(at, key)}[${index}]` });
  return found;
}

/** The object in a field, if there is one. */
export function objectIn(parent: JsonObject, key: string, at: string): Located | undefined {
  const value = parent[key];
  return isJsonObject(value) ? { value, at: fieldOf(at, key) } : undefined;
}

/** The string in a field; `""` where there is none. */
export function stringIn(parent: JsonObject, key: string): string {
  const value = parent[key];
  return typeof value === "string" ? value : "";
}

/** Whether a field is there: what is undefined is not sent. */
export function has(parent: JsonObject, key: string): boolean {
  return parent[key] !== undefined;
}
