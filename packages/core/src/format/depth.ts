/** Deeper values are damage: JSON.parse reads them, but nothing that recurses over them survives. */
export const MAX_DEPTH = 512;

/** Whether a JSON value is nested deeper than {@link MAX_DEPTH}. */
export function isTooDeep(value: unknown): boolean {
  return isDeeper(value, MAX_DEPTH);
}

/** The recursion ends at `levels`, which any stack has room for. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels < 0) return true;
  if (Array.isArray(value)) {
    for (const part of value) if (isDeeper(part, levels - 1)) return true;
    return false;
  }
  // `in` makes no array of the values, and finds nothing inherited: JSON has no classes.
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}
