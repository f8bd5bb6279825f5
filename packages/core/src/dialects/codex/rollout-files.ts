import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { entriesOfFolder } from "../../log/entries-of-folder.ts";

const SESSIONS = "sessions";
const ARCHIVED = "archived_sessions";

/** `rollout-<local time>-<thread id>`, compressed or not. */
const NAME = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(.+?)\.jsonl(?:\.zst)?$/;

/** Folders for year, month and day. */
const DEPTH = 3;

/** A file in which Codex keeps a thread. */
export interface RolloutFile {
  readonly file: string;
  readonly threadId: string;
  readonly archived: boolean;
}

/** The thread whose rollout has this file name; undefined: it is the name of none. */
export function threadIdOf(file: string): string | undefined {
  return NAME.exec(basename(file))?.[1];
}

/**
 * The rollouts below Codex's home, or below a folder in it. Of a thread that has several the one that counts stands
 * first: an active file before an archived copy, a newer segment before an older one, a plain file before a compressed one.
 */
export function* rolloutFiles(folder: string): Generator<RolloutFile> {
  for (const { root, archived } of rootsIn(folder)) {
    for (const file of [...filesBelow(root, DEPTH)].sort(byPreference)) {
      const threadId = threadIdOf(file);
      if (threadId !== undefined) yield { file, threadId, archived };
    }
  }
}

/** Codex's home, by a folder in it. Rollouts that lie elsewhere have their own folder for a home. */
export function codexHomeOf(folder: string): string {
  const part = partOf(folder);
  return part === undefined ? folder : dirname(part);
}

/** Of the folders in which Codex keeps threads the one that holds this folder, or is it. */
function partOf(folder: string): string | undefined {
  let at = folder;
  for (let depth = 0; depth <= DEPTH; depth++) {
    if (basename(at) === SESSIONS || basename(at) === ARCHIVED) return at;
    at = dirname(at);
  }
  return undefined;
}

function rootsIn(folder: string): { root: string; archived: boolean }[] {
  const part = partOf(folder);
  if (part !== undefined) return [{ root: folder, archived: basename(part) === ARCHIVED }];
  const roots = [
    { root: join(folder, SESSIONS), archived: false },
    { root: join(folder, ARCHIVED), archived: true },
  ].filter(({ root }) => existsSync(root));
  return roots.length > 0 ? roots : [{ root: folder, archived: false }];
}

/** The newest first, and a plain file before its compressed copy. */
function byPreference(one: string, other: string): number {
  const [a, b] = [basename(one), basename(other)].map((name) => name.replace(/\.zst$/, ""));
  return a === b ? one.length - other.length : a! > b! ? -1 : 1;
}

function* filesBelow(folder: string, depth: number): Generator<string> {
  for (const entry of entriesOfFolder(folder)) {
    const path = folder + sep + entry.name;
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && depth > 0) yield* filesBelow(path, depth - 1);
  }
}
