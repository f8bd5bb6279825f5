import type { JsonObject } from "../../format/json.ts";
import type { LogHeader } from "../../log/log-rules.ts";

/** The header of a log of pi; only an id is needed. An explicit version 1 is ours. */
export function piHeader(value: JsonObject): LogHeader | undefined {
  const { type, format, id, version, timestamp, cwd, parentSession, branchedFrom } = value;
  if (type !== "session" || format !== undefined || version === 1) return undefined;
  if (typeof id !== "string" || id === "") return undefined;
  const parent = usable(parentSession) ?? usable(branchedFrom);
  return {
    id,
    version: versionOf(version),
    timestamp: usable(timestamp),
    cwd: usable(cwd),
    name: undefined,
    parentSession: parent === undefined ? undefined : sessionIdOfFile(parent),
    forkedFrom: undefined,
    relation: undefined,
    origin: undefined,
    value,
  };
}

/** The session id in the path or name of one of pi's files (`<time>_<id>.jsonl`); another name is an id itself. */
export function sessionIdOfFile(file: string): string {
  const name = file
    .slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1)
    .replace(/\.jsonl$/, "");
  return name.replace(/^\d{4}-\d{2}-\d{2}T[\d-]+Z_(?=.)/, "");
}

/** Logs without a version are of the first one. */
function versionOf(version: unknown): number {
  return typeof version === "number" && Number.isSafeInteger(version) && version > 1 ? version : 1;
}

function usable(field: unknown): string | undefined {
  return typeof field === "string" && field !== "" ? field : undefined;
}
