/** Deeper values are damage: JSON.parse reads them, but nothing that recurses over them survives. */
export const MAX_DEPTH = 512;

/** Whether a JSON value is nested deeper than {@link MAX_DEPTH}. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one !== "object" || one === null) continue;
      for (const part of Object.values(one)) if (typeof part === "object" && part !== null) below.push(part);
    }
    level = below;
  }
  return false;
}
