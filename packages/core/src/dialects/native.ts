import { migrateLine } from "@session-tree/migrations";
import { FORMAT_NAME, FORMAT_VERSION, headerSchema, type Header } from "../format/header.ts";
import type { JsonObject } from "../format/json.ts";
import type { LogHeader } from "../log/log-rules.ts";
import type { Dialect } from "./dialect.ts";
import { headerAmong } from "./header-lines.ts";

/** Our own format, of every version. */
export const native: Dialect = {
  name: "native",
  openTail: false,
  knownVersion: FORMAT_VERSION,
  leafRule: "replay",
  fallbackId: (fileName) => fileName,
  detect(start) {
    const value = headerAmong(start);
    return value !== undefined && nativeHeader(value) !== undefined ? "yes" : "no";
  },
  header: nativeHeader,
  decode: (value, head, version) => migrateLine(value, version, head),
};

/** Version 1 had no `format` yet; an explicit version 1 tells it from pi's headers. */
function nativeHeader(value: JsonObject): LogHeader | undefined {
  const { type, format, version } = value;
  const marked = format === FORMAT_NAME || (format === undefined && version === 1);
  const id = usable("id", value);
  if (type !== "session" || !marked || !isVersion(version) || id === undefined) return undefined;
  return {
    id,
    version,
    timestamp: usable("timestamp", value),
    cwd: usable("cwd", value),
    name: usable("name", value),
    parentSession: usable("parentSession", value),
    forkedFrom: usable("forkedFrom", value),
    relation: usable("relation", value),
    origin: usable("origin", value),
    value,
  };
}

function isVersion(version: unknown): version is number {
  return Number.isSafeInteger(version) && Number(version) > 0;
}

/** Fields that are a string, which needs no schema to be told. */
const TEXTS: ReadonlySet<string> = new Set(["id", "timestamp", "cwd", "name", "parentSession", "forkedFrom"]);

/** A field of the header, if it fits the format: an odd one costs only itself. */
function usable<K extends keyof ReturnType<typeof headerSchema>["shape"]>(
  key: K,
  value: JsonObject,
): Header[K] | undefined {
  const field = value[key];
  if (field === "" || field === undefined) return undefined;
  const fits =
    (typeof field === "string" && TEXTS.has(key)) || headerSchema().shape[key].safeParse(field).success;
  return fits ? (field as Header[K]) : undefined;
}
