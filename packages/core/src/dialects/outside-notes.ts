import { createHash } from "node:crypto";
import type { Entry } from "../format/entries.ts";
import type { ForeignSession } from "./translation.ts";

/**
 * What an agent keeps about a session outside of its file, as the annotations that tell the same: behind all others, so
 * that they win, as they do where the agent shows its sessions. An import takes each in once.
 */
export function* outsideNotes({ name, archived }: ForeignSession, timestamp: string): Generator<Entry> {
  const note = { parentId: null, timestamp };
  if (name !== undefined) yield { type: "session_info", id: `agent-name-${digest(name)}`, ...note, name };
  if (archived === true) yield { type: "archive", id: "agent-archive", ...note, on: true };
}

function digest(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 16);
}
