import type { JsonObject } from "../../format/json.ts";
import { object, text, textsOf, without } from "./line.ts";

/** A compaction, from the line that marks it and the summary behind that; of old versions there is only the summary. */
export function compaction(
  boundary: JsonObject | undefined,
  summary: JsonObject,
  firstKeptEntryId: string | null,
): JsonObject {
  const about = boundary && object(boundary, "compactMetadata");
  const tokens = about?.["preTokens"];
  return {
    type: "compaction",
    summary: textsOf(summary),
    firstKeptEntryId,
    ...(typeof tokens === "number" && { tokensBefore: tokens }),
    ...(about !== undefined && { details: about }),
    claudeCode: {
      ...(boundary && without(boundary, "type", "uuid", "timestamp", "compactMetadata")),
      summary: without(summary, "type", ...(boundary === undefined ? ["uuid", "timestamp"] : [])),
    },
  };
}

/** The first of the lines that a compaction kept as they were. */
export function preserved(boundary: JsonObject): string | undefined {
  const about = object(boundary, "compactMetadata") ?? {};
  const uuids = object(about, "preservedMessages")?.["uuids"];
  const first: unknown = Array.isArray(uuids) ? uuids[0] : undefined;
  return typeof first === "string" ? first : text(object(about, "preservedSegment") ?? {}, "headUuid");
}
