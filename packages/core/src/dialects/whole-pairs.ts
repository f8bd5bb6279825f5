import { parseObject, type JsonObject } from "../format/json.ts";

/** The pairs of a JSON object that are there whole, where its bytes end in the middle of it. */
export function wholePairs(bytes: Buffer): JsonObject | undefined {
  const end = lastComma(bytes);
  if (end === undefined) return undefined;
  return parseObject(`${bytes.toString("utf8", 0, end)}}`);
}

/** Where the last comma between pairs of the outermost object stands. */
function lastComma(bytes: Buffer): number | undefined {
  let depth = 0;
  let inString = false;
  let found: number | undefined;
  for (let index = 0; index < bytes.length; index++) {
    const char = String.fromCharCode(bytes[index]!);
    if (inString) {
      if (char === "\\") index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    else if (char === "," && depth === 1) found = index;
  }
  return found;
}
