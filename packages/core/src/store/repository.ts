import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { realProject } from "./project.ts";

/**
 * The top folders of all worktrees of the repository that `cwd` lies in, as git's own files name them; none outside of
 * a repository.
 */
export function worktreesOf(cwd: string): string[] {
  const top = topOf(realProject(cwd));
  if (top === undefined) return [];
  const own = gitFolderOf(join(top, ".git"));
  const common = own === undefined ? undefined : resolve(own, lineOf(join(own, "commondir")) ?? ".");
  if (common === undefined) return [top];
  const main = basename(common) === ".git" ? [dirname(common)] : [];
  const linked = namesIn(join(common, "worktrees")).flatMap(
    (name) => lineOf(join(common, "worktrees", name, "gitdir")) ?? [],
  );
  return [...new Set([top, ...main, ...linked.map(dirname)].map(realProject))];
}

/** The nearest folder from here up that has a `.git`. */
function topOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (lstatSync(join(at, ".git"), { throwIfNoEntry: false }) !== undefined) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** Where git keeps what belongs to a worktree: `.git` itself, or the folder that such a file names. */
function gitFolderOf(git: string): string | undefined {
  if (lstatSync(git).isDirectory()) return git;
  const named = /^gitdir: (.+)$/.exec(lineOf(git) ?? "")?.[1];
  return named === undefined ? undefined : resolve(dirname(git), named);
}

function lineOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trimEnd();
  } catch {
    // Not there, or not ours to read: then it names nothing.
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A repository without other worktrees has no such folder.
    return [];
  }
}
