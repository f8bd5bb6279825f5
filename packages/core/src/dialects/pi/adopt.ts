import type { JsonObject } from "../../format/json.ts";

/** Types that our format defines and pi does not: in pi's logs they can only be something else. */
const NOT_PIS: ReadonlySet<unknown> = new Set(["tag", "archive", "upgrade", "leaf", "queue"]);

/**
 * Makes an entry of the title line that a fork of pi writes before the header, and keeps types of pi's extensions
 * from being read as ours.
 */
export function adoptPiLine(value: JsonObject): JsonObject {
  const { type } = value;
  if (NOT_PIS.has(type)) return { ...value, type: `pi:${String(type)}` };
  if (type !== "title" || value["id"] !== undefined) return value;
  const { title, ...rest } = value;
  if (typeof title !== "string" || "name" in rest) return { ...value, type: "session_info" };
  return { ...rest, type: "session_info", name: title };
}
