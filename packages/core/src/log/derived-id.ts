import { createHash } from "node:crypto";

/** The id of a line that has none: the same on every read, as lines never move. */
export function derivedId(sessionId: string, offset: number): string {
  return `v1-${createHash("sha256").update(`${sessionId}:${offset}`).digest("hex").slice(0, 16)}`;
}
