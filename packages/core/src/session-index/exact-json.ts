/** The JSON of a value that comes back exactly so, but for keys that are undefined; undefined if JSON cannot state it. */
export function exactJson(value: unknown): string | undefined {
  return isExact(value) ? JSON.stringify(value) : undefined;
}

/** A log may state 1e999 or -0, which JSON.parse reads and JSON.stringify loses. */
function isExact(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || value === null) return true;
  for (const key in value) if (!isExact((value as Record<string, unknown>)[key])) return false;
  return true;
}
