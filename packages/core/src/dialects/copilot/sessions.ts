import { existsSync } from "node:fs";
import { join } from "node:path";
import { textIn } from "../../answers/answer-parts.ts";
import type { ForeignSession } from "../translation.ts";
import { EVENTS, workspaceOf } from "./workspace.ts";
import { entriesOfFolder } from "../../log/entries-of-folder.ts";

/** The sessions of Copilot below a folder, with the names that it notes beside them. */
export function* copilotSessions(folder: string): Generator<ForeignSession> {
  const entries = entriesOfFolder(folder);
  const folders = new Set<string>();
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const file = join(folder, name, EVENTS);
    if (!existsSync(file)) continue;
    folders.add(name);
    yield sessionIn(file);
  }
  for (const { name } of entries.filter((entry) => entry.isFile() && entry.name.endsWith(FLAT)))
    if (!folders.has(name.slice(0, -FLAT.length))) yield sessionIn(join(folder, name));
}

function sessionIn(file: string): ForeignSession {
  const workspace = workspaceOf(file);
  return { file, name: textIn(workspace, "name") ?? textIn(workspace, "summary") };
}

/** Older versions kept a session in one file, and left it where it was. */
const FLAT = ".jsonl";
