import type { SessionSummary } from "@session-tree/core";

/** Sessions without those of subagents whose parents are among them, and how many of these each stands for. */
export interface WithoutSubagents {
  readonly sessions: readonly SessionSummary[];
  readonly subagents: ReadonlyMap<SessionSummary, number>;
}

/** A subagent counts for the session that a person began, however deep it was called. */
export function withoutSubagents(all: readonly SessionSummary[]): WithoutSubagents {
  const byId = new Map<string, SessionSummary>();
  for (const session of all) {
    byId.set(session.id, session);
    if (session.originId !== null && !byId.has(session.originId)) byId.set(session.originId, session);
  }
  const subagents = new Map<SessionSummary, number>();
  const sessions = all.filter((session) => {
    const caller = callerOf(session, byId);
    if (caller !== session) subagents.set(caller, (subagents.get(caller) ?? 0) + 1);
    return caller === session;
  });
  return { sessions, subagents };
}

function callerOf(session: SessionSummary, byId: ReadonlyMap<string, SessionSummary>): SessionSummary {
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
