import { isEntry } from "../../format/entry-kinds.ts";
import type { Entry } from "../../format/entries.ts";
import type { JsonObject } from "../../format/json.ts";
import { project } from "../../projection/project.ts";
import { openaiChat } from "../../projection/targets/openai-chat.ts";
import type { Repair, RepairKind } from "../../projection/types.ts";
import type { RenderNotes } from "../../projection/wire/render-options.ts";
import type { ExportNotes } from "../export-notes.ts";
import type { ExportedSession, Exporter } from "../exporter.ts";

/** Writes what a model gets at the active leaf, as messages of the Chat Completions API, one a line. */
export const openaiJsonlExporter: Exporter = { branches: false, encode };

function* encode(session: ExportedSession, notes: ExportNotes): Generator<JsonObject> {
  const path = [...session.path()];
  const projection = project(path, { ending: "as-is" });
  const rendering: RenderNotes = { repairs: [], hints: [] };
  const { messages } = openaiChat(projection, { notes: rendering });
  const told = new Set(projection.provenance);
  for (const { entry, problem } of path) {
    // Broken ones are among the repairs.
    if (problem !== undefined) continue;
    if (!told.has(entry.id)) notes.lost(kindOf(entry));
    if (isEntry(entry, "message") && entry.message["usage"] !== undefined) notes.lost("usage");
  }
  for (const { type } of session.annotations()) if (!SILENT.has(type)) notes.lost(type);
  for (const repair of [...projection.repairs, ...rendering.repairs]) note(repair, notes);
  for (const message of messages) yield { ...message };
}

/** What a session says of itself, and what only leads to the branch that is written. */
const SILENT: ReadonlySet<string> = new Set(["leaf", "upgrade"]);

/** Entries of the conversation can be missing only where a compaction or an edit hides them. */
function kindOf(entry: Entry): string {
  const said = entry.type === "message" || entry.type === "custom_message";
  return said ? "hidden" : entry.type;
}

/** What is left out of a rendering; all other repairs only change how it looks. */
const LEFT_OUT: ReadonlySet<RepairKind> = new Set<RepairKind>([
  "bad-body",
  "block-left-out",
  "thinking-dropped",
  "image-omitted",
  "result-dropped",
  "turn-dropped",
  "turn-trimmed",
]);

function note({ kind }: Repair, notes: ExportNotes): void {
  if (LEFT_OUT.has(kind)) notes.lost(kind);
  else notes.changed(kind);
}
