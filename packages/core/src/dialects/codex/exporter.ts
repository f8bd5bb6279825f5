import { join } from "node:path";
import type { JsonObject } from "../../format/json.ts";
import type { PathEntry } from "../../projection/types.ts";
import type { ExportNotes } from "../export-notes.ts";
import type { ExportedSession, Exporter } from "../exporter.ts";
import { codexFolders } from "./folder.ts";
import { PROVIDER, RolloutWriter } from "./rollout-writer.ts";

/** The version whose lines these look like. */
const VERSION = "0.149.0";

/** Writes a branch as a rollout of Codex: all of it, and where a compaction or an edit replaced the context, that too. */
export const codexExporter: Exporter = {
  branches: false,
  encode,
  place({ id, timestamp }, surroundings) {
    const [home] = codexFolders(surroundings);
    const [date = "", time = ""] = new Date(Date.parse(timestamp) || 0).toISOString().split(/[T.]/);
    const name = `rollout-${date}T${time.replaceAll(":", "-")}-${id}.jsonl`;
    return join(home!, "sessions", ...date.split("-"), name);
  },
};

function* encode(session: ExportedSession, notes: ExportNotes): Generator<JsonObject> {
  const { id, timestamp, cwd, name } = session;
  const meta = { id, timestamp, cwd, originator: "codex_cli_rs", cli_version: VERSION, source: "cli" };
  yield { timestamp, type: "session_meta", payload: { ...meta, model_provider: PROVIDER } };
  const writer = new RolloutWriter(session, notes);
  let last: PathEntry | undefined;
  for (const item of session.path()) {
    if (last !== undefined) yield* writer.entry(last, item);
    last = item;
  }
  if (last !== undefined) yield* writer.entry(last, undefined);
  for (const { type } of session.annotations()) if (!TOLD.has(type)) notes.lost(type);
  if (name === undefined) return;
  const event = { type: "thread_name_updated", thread_id: id, thread_name: name };
  yield { timestamp: last?.entry.timestamp ?? timestamp, type: "event_msg", payload: event };
}

/** The name stands in a line of its own; the branch is that of the active leaf. */
const TOLD: ReadonlySet<string> = new Set(["session_info", "leaf", "upgrade"]);
