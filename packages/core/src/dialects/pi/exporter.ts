import { join } from "node:path";
import type { JsonObject } from "../../format/json.ts";
import type { ExportNotes } from "../export-notes.ts";
import type { ExportedSession, Exporter } from "../exporter.ts";
import { EntryEncoder } from "./encode-entry.ts";
import { piSessionsFolder } from "./folder.ts";

/** Writes sessions as pi 1.6 does: a tree, of which the last entry is active. */
export const piExporter: Exporter = {
  branches: true,
  encode,
  place({ id, timestamp, cwd }, surroundings) {
    const project = `--${cwd.replace(/^[/\\]/, "").replaceAll(/[/\\:]/g, "-")}--`;
    const time = new Date(Date.parse(timestamp) || 0).toISOString().replaceAll(/[:.]/g, "-");
    return join(piSessionsFolder(surroundings), project, `${time}_${id}.jsonl`);
  },
};

function* encode(session: ExportedSession, notes: ExportNotes): Generator<JsonObject> {
  const { id, timestamp, cwd, leaf } = session;
  yield { type: "session", version: 3, id, timestamp, cwd };
  const encoder = new EntryEncoder(notes);
  // What the last line stands for: itself, or the node above it.
  let last: string | null = null;
  for (const node of session.nodes()) {
    last = node.id;
    yield encoder.node(node);
  }
  for (const annotation of session.annotations()) {
    const line = encoder.annotation(annotation, leaf);
    if (line !== undefined) {
      last = leaf;
      yield line;
    }
  }
  if (last !== leaf)
    yield { type: "session_info", id: `leaf-${id}`, parentId: leaf, timestamp, ...nameOf(session) };
}

/** pi takes the last one, so it repeats the name. */
function nameOf({ name }: ExportedSession): JsonObject {
  return name === undefined ? {} : { name };
}
