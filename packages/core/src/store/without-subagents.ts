import type { SessionBrief } from "../session-index/session-brief.ts";

/** Sessions without those of subagents whose parents are among them. */
interface WithoutSubagents<T> {
  readonly sessions: readonly T[];
  /** How many of these each stands for, by its file. */
  readonly subagents: ReadonlyMap<string, number>;
}

/** A subagent counts for the session that a person began, however deep it was called. */
export function withoutSubagents<T extends SessionBrief>(all: readonly T[]): WithoutSubagents<T> {
  const byId = new Map<string, T>();
  for (const session of all) {
    byId.set(session.id, session);
    if (session.originId !== null && !byId.has(session.originId)) byId.set(session.originId, session);
  }
  const subagents = new Map<string, number>();
  const sessions = all.filter((session) => {
    const caller = callerOf(session, byId);
    if (caller !== session) subagents.set(caller.file, (subagents.get(caller.file) ?? 0) + 1);
    return caller === session;
  });
  return { sessions, subagents };
}

function callerOf<T extends SessionBrief>(session: T, byId: ReadonlyMap<string, T>): T {
  const seen = new Set([session]);
  let at = session;
  while (at.relation === "subagent" && at.parentSession !== null) {
    const parent = byId.get(at.parentSession);
    if (parent === undefined) break;
    // Two that call each other: neither is hidden.
    if (seen.has(parent)) return session;
    seen.add(parent);
    at = parent;
  }
  return at;
}
