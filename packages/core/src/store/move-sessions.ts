import type { SessionSummary } from "../session-index/summary.ts";
import { listSessions } from "./list-sessions.ts";
import { openTarget } from "./open-target.ts";
import { projectMatcher, realProject } from "./project.ts";
import { Session } from "./session.ts";
import type { StoreParts } from "./store-parts.ts";

/** One session, or all of the directory `from`. */
export type MoveOptions =
  | { readonly session: string; readonly to: string }
  | { readonly from: string; readonly to: string };

/** Records in each chosen session that it belongs to the directory `to` now. */
export async function moveSessions(parts: StoreParts, options: MoveOptions): Promise<SessionSummary[]> {
  const cwd = realProject(options.to);
  const all = listSessions(await parts.catalog.summaries(), { archived: true });
  const inFrom = "from" in options ? projectMatcher(options.from) : undefined;
  const chosen = all.filter(({ id, cwd: own }) =>
    "session" in options ? id === options.session : inFrom!(own),
  );
  const logs = new Map(parts.storage.logs().map((log) => [log.file, log]));
  const moved: SessionSummary[] = [];
  for (const { file } of chosen) {
    const log = logs.get(file)!;
    const session = new Session(file, openTarget(parts, log), parts.sessionOptions);
    await session.append({ type: "session_info", cwd });
    await session.close();
    moved.push(await parts.catalog.summary(log));
  }
  return moved;
}
