import { NotFoundError } from "../errors.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import { groupBy } from "../usage/group-by.ts";

/**
 * A session with all that it came from and all that came from those: forks, handoffs, subagents, and imports with their
 * sources. A session that is gone still links those that name it.
 * @throws NotFoundError if there is no session of that id
 */
export function lineageOf(summaries: readonly SessionSummary[], id: string): SessionSummary[] {
  if (!summaries.some((session) => session.id === id)) throw new NotFoundError("session", id);
  const links = summaries.flatMap((session) =>
    relativesOf(session).flatMap((other) => [
      { from: session.id, to: other },
      { from: other, to: session.id },
    ]),
  );
  const linksFrom = groupBy(links, ({ from }) => from);
  const related = new Set([id]);
  // A set is walked in order, also what is added meanwhile.
  for (const one of related) for (const { to } of linksFrom.get(one) ?? []) related.add(to);
  return summaries.filter((session) => related.has(session.id));
}

function relativesOf({ parentSession, originId }: SessionSummary): string[] {
  return [parentSession, originId].filter((other) => other !== null);
}
