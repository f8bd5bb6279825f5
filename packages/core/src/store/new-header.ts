import { FORMAT_NAME, FORMAT_VERSION, type Header } from "../format/header.ts";
import type { JsonObject } from "../format/json.ts";
import type { LogHeader } from "../log/log-rules.ts";

/** Fields that a new header states itself. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  "type",
  "format",
  "version",
  "id",
  "timestamp",
  "cwd",
  "name",
  "parentSession",
  "forkedFrom",
  "relation",
  "git",
  "host",
  "origin",
  "batch",
]);

/** A header of the current version. */
export function newHeader(fields: { id: string; timestamp: string; cwd: string } & Partial<Header>): Header {
  return { type: "session", format: FORMAT_NAME, version: FORMAT_VERSION, ...fields };
}

/** The fields of another header that this format does not know: they are carried along. */
export function unknownFields(header: LogHeader | undefined): JsonObject {
  return Object.fromEntries(Object.entries(header?.value ?? {}).filter(([key]) => !OWN_FIELDS.has(key)));
}
