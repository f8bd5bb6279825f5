import type { Dirent } from "node:fs";
import { join } from "node:path";
import type { ForeignSession } from "../translation.ts";
import { entriesOfFolder } from "../../log/entries-of-folder.ts";

/** How deep subagents' logs lie: `<project>/<session>/subagents/workflows/<workflow>/`. */
const DEPTH = 5;

/**
 * The sessions below a folder of Claude Code, or below that of one project. A subagent's log is `agent-….jsonl`, beside
 * the session's log or in the session's folder; other logs in that folder tell no session.
 */
export function* sessions(folder: string, depth = 0): Generator<ForeignSession> {
  const entries = entriesOfFolder(folder);
  const names = new Set(entries.map(({ name }) => name));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (isLog(entry, depth)) {
      const about = entry.name.replace(/\.jsonl$/, ".meta.json");
      yield { file: path, ...(names.has(about) && { others: [join(folder, about)] }) };
    } else if (depth < DEPTH && mayBeFolder(entry, depth)) yield* sessions(path, depth + 1);
  }
}

function isLog(entry: Dirent, depth: number): boolean {
  const { name } = entry;
  if (entry.isDirectory() || !name.endsWith(".jsonl") || name.startsWith(".")) return false;
  return depth < 2 || name.startsWith("agent-");
}

/** A project's folder may be a link; what lies in it may not, so that no way leads in a circle. */
function mayBeFolder(entry: Dirent, depth: number): boolean {
  return entry.isDirectory() || (depth === 0 && entry.isSymbolicLink());
}
