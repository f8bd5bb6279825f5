import { join } from "node:path";
import { isEntry } from "../../format/entry-kinds.ts";
import type { JsonObject } from "../../format/json.ts";
import type { Surroundings } from "../agent.ts";
import type { ExportNotes } from "../export-notes.ts";
import type { ExportedSession, Exporter } from "../exporter.ts";
import { claudeCodeFolders } from "./folder.ts";
import { LineWriter } from "./line-writer.ts";

/** Writes sessions as Claude Code 2.1 does: a tree, whose last line of the conversation is active. */
export const claudeCodeExporter: Exporter = {
  branches: true,
  encode,
  place(session, surroundings) {
    const [projects] = claudeCodeFolders(surroundings);
    return join(projects!, projectName(session.cwd, surroundings), `${session.id}.jsonl`);
  },
};

function* encode(session: ExportedSession, notes: ExportNotes): Generator<JsonObject> {
  const { id: sessionId, name, leaf } = session;
  const writer = new LineWriter(session, notes);
  for (const node of session.nodes()) yield* writer.node(node);
  if (writer.last !== writer.lineOf(leaf)) notes.lost("active leaf");
  const tags = new Set<string>();
  for (const annotation of session.annotations()) {
    if (isEntry(annotation, "tag")) tags[annotation.on ? "add" : "delete"](annotation.tag);
    else if (annotation.type === "label" || annotation.type === "archive") notes.lost(annotation.type);
  }
  // There is room for one; without a conversation there is no session.
  const tag = writer.last === null ? undefined : [...tags].at(-1);
  notes.lost("tag", tags.size - (tag === undefined ? 0 : 1));
  if (writer.last === null) return;
  if (name !== undefined) yield { type: "custom-title", customTitle: name, sessionId };
  if (tag !== undefined) yield { type: "tag", tag, sessionId };
}

const LONGEST_NAME = 200;

/** The name of a project's folder. Long ones end in a number made of the whole path. */
function projectName(cwd: string, { env }: Surroundings): string {
  const given = env["CLAUDE_CODE_PROJECT_DIR_NAME"];
  if (given) return given;
  const path = cwd.normalize("NFC");
  const name = path.replaceAll(/[^A-Za-z0-9]/g, "-");
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}-${numberOf(path)}`;
}

function numberOf(text: string): string {
  let number = 0;
  for (let index = 0; index < text.length; index++) number = (number * 31 + text.charCodeAt(index)) | 0;
  return Math.abs(number).toString(36);
}
