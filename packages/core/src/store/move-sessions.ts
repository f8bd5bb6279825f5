import type { SessionSummary } from "../session-index/summary.ts";
import { listSessions } from "./list-sessions.ts";
import { openTarget } from "./open-target.ts";
import { sessionOfId } from "./resolve-session.ts";
import { projectMatcher, realProject } from "./project.ts";
import { Session } from "./session.ts";
import type { StoreParts } from "./store-parts.ts";

/** One session, by its id or file, or all of the directory `from`. */
export type MoveOptions =
  | { readonly session: string; readonly to: string }
  | { readonly from: string; readonly to: string };

/** Records in each chosen session that it belongs to the directory `to` now. */
export async function moveSessions(parts: StoreParts, options: MoveOptions): Promise<SessionSummary[]> {
  const cwd = realProject(options.to);
  const all = listSessions(await parts.catalog.summaries(), { archived: true });
  const inFrom = "from" in options ? projectMatcher(options.from) : undefined;
  const chosen = all.filter(({ id, file, cwd: own }) =>
    "session" in options ? [id, file].includes(options.session) : inFrom!(own),
  );
  if ("session" in options && chosen.length > 1) sessionOfId(chosen, options.session);
  const logs = new Map(parts.storage.logs().map((log) => [log.file, log]));
  const moved: SessionSummary[] = [];
  for (const { file } of chosen) {
    const log = logs.get(file)!;
    const session = new Session(file, await openTarget(parts, log), parts.sessionOptions);
    await session.append({ type: "session_info", cwd });
    await session.close();
    moved.push(await parts.catalog.summary(log));
  }
  return moved;
}
