import { AmbiguousError, NotFoundError } from "../errors.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import { projectMatcher } from "./project.ts";

/** A part of an id must be at least this long. */
const SHORTEST_PART = 6;

type Match = (session: SessionSummary, query: string) => boolean;

/**
 * The session that a person means by `query`. The first step with a match decides: an exact id anywhere; a unique
 * prefix, then suffix of an id in the project; the same everywhere; a unique name, likewise.
 * @throws NotFoundError, AmbiguousError
 */
export function resolveSession(
  summaries: readonly SessionSummary[],
  query: string,
  cwd: string,
): SessionSummary {
  const inProject = projectMatcher(cwd);
  const here = summaries.filter((session) => inProject(session.cwd));
  const steps: [readonly SessionSummary[], Match][] = [
    [summaries, (session, id) => idsOf(session).includes(id)],
    ...[here, summaries].flatMap((scope): [readonly SessionSummary[], Match][] => [
      [scope, (session, part) => isPart(part) && idsOf(session).some((id) => id.startsWith(part))],
      [scope, (session, part) => isPart(part) && idsOf(session).some((id) => id.endsWith(part))],
    ]),
    [here, (session, name) => session.name === name],
    [summaries, (session, name) => session.name === name],
  ];
  for (const [scope, matches] of steps) {
    const found = withoutSources(scope.filter((session) => matches(session, query)));
    if (found.length === 1) return found[0]!;
    if (found.length > 1) throw new AmbiguousError("sessions", query, found.map(candidate));
  }
  const hint =
    query.length < SHORTEST_PART ? `A part of an id has at least ${SHORTEST_PART} characters.` : undefined;
  throw new NotFoundError("session", query, hint ?? "`list --all` shows every session.");
}

/** The session of an id that is given whole. @throws NotFoundError, AmbiguousError if copies of its log have it too */
export function sessionOfId(summaries: readonly SessionSummary[], id: string): SessionSummary {
  const found = summaries.filter((session) => session.id === id);
  if (found.length > 1) throw new AmbiguousError("sessions", id, found.map(candidate));
  if (found[0] === undefined) throw new NotFoundError("session", id);
  return found[0];
}

/** A session answers to its own id, and an import to the id it had. */
function idsOf({ id, originId }: SessionSummary): string[] {
  return originId === null ? [id] : [id, originId];
}

/** Whether `part` is long enough to be part of an id. */
export function isPart(part: string): boolean {
  return part.length >= SHORTEST_PART;
}

/** A native copy beats the session it was imported from. */
function withoutSources(sessions: readonly SessionSummary[]): SessionSummary[] {
  const imported = new Set(sessions.map(({ originId }) => originId));
  return sessions.filter(({ dialect, id }) => dialect === "native" || !imported.has(id));
}

function candidate({ id, name, title, file, active }: SessionSummary) {
  return { id, title: name ?? title ?? "", file, ...(active !== null && { active }) };
}
