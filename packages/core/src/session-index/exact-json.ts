/** The JSON of a value that comes back exactly so, but for keys that are undefined; undefined if JSON cannot state it. */
export function exactJson(value: unknown): string | undefined {
  let exact = true;
  const json = JSON.stringify(value, (_key, part: unknown) => {
    // A log may state 1e999 or -0, which JSON.parse reads and JSON.stringify loses.
    if (typeof part === "number" && (!Number.isFinite(part) || Object.is(part, -0))) exact = false;
    return part;
  });
  return exact ? json : undefined;
}
