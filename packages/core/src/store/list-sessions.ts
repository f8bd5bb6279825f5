import type { SessionBrief } from "../session-index/session-brief.ts";
import { insideMatcher, projectMatcher } from "./project.ts";
import { worktreesOf } from "./repository.ts";

export interface ListOptions {
  /** Only sessions of this working directory. */
  readonly cwd?: string | undefined;
  /** With `cwd`: sessions of anywhere in the repository that it lies in, all its worktrees too. */
  readonly repo?: boolean | undefined;
  /** The first so many. */
  readonly limit?: number | undefined;
  /** Only sessions of this dialect; default: native ones. `all`: every dialect; an import then stands for its source, until that goes on. */
  readonly source?: string | undefined;
  /** Archived sessions too. */
  readonly archived?: boolean | undefined;
}

/** Selects sessions and sorts them by newest activity. */
export function listSessions<T extends SessionBrief>(summaries: readonly T[], options: ListOptions): T[] {
  const { source = "native", archived = false, limit = Infinity } = options;
  const inProject = placeMatcher(options);
  return (source === "all" ? withoutImported(summaries) : summaries)
    .filter((session) => source === "all" || session.dialect === source)
    .filter((session) => archived || !session.archived)
    .filter((session) => inProject(session.cwd))
    .sort(byActivity)
    .slice(0, limit);
}

/** The ids of all sessions of a directory, or of all directories. */
export function idsIn(all: readonly SessionBrief[], cwd: string | undefined): string[] {
  return listSessions(all, { cwd, source: "all", archived: true }).map(({ id }) => id);
}

function placeMatcher({ cwd, repo = false }: ListOptions): (recorded: string | null) => boolean {
  if (cwd === undefined) return () => true;
  const worktrees = repo ? worktreesOf(cwd) : [];
  return worktrees.length > 0 ? insideMatcher(worktrees) : projectMatcher(cwd);
}

/** Leaves out what was imported and has not gone on since. */
function withoutImported<T extends SessionBrief>(summaries: readonly T[]): readonly T[] {
  const imports = new Map<string, T>();
  for (const session of summaries)
    if (session.dialect === "native" && session.originId !== null) imports.set(session.originId, session);
  return summaries.filter((session) => {
    const copy = session.dialect === "native" ? undefined : imports.get(session.id);
    return copy === undefined || (session.active ?? "") > (copy.active ?? "");
  });
}

/** What `continue` picks in a working directory: never a subagent's session, one with messages before one without. */
export function newestSession<T extends SessionBrief>(summaries: readonly T[], cwd: string): T | undefined {
  const own = listSessions(summaries, { cwd }).filter(({ relation }) => relation !== "subagent");
  return own.find(({ messages }) => messages > 0) ?? own[0];
}

/** The newest session of another agent in `cwd` that is newer than `than`. */
export function newerElsewhere<T extends SessionBrief>(
  summaries: readonly T[],
  cwd: string,
  than: SessionBrief | undefined,
): T | undefined {
  const newest = listSessions(summaries, { cwd, source: "all" }).find(
    ({ dialect, relation }) => dialect !== "native" && relation !== "subagent",
  );
  return newest !== undefined && (than === undefined || byActivity(newest, than) < 0) ? newest : undefined;
}

/** Newest activity first; sessions of the same time by id, so that the order never changes by itself. */
function byActivity(one: SessionBrief, other: SessionBrief): number {
  return descending(one.active ?? "", other.active ?? "") || descending(one.id, other.id);
}

/** By code units: the rules of a language take long to load, and differ between machines. */
function descending(one: string, other: string): number {
  return one === other ? 0 : one < other ? 1 : -1;
}
