import type { SessionSummary } from "../session-index/summary.ts";
import type { Catalog } from "./catalog.ts";
import { idsIn, listSessions, type ListOptions } from "./list-sessions.ts";
import { withoutSubagents } from "./without-subagents.ts";

export interface OverviewOptions extends ListOptions {
  /** Leaves out the sessions of subagents whose parents are listed. */
  readonly foldSubagents?: boolean | undefined;
}

/** A list, and what a person needs beside it. */
export interface Overview {
  /** Newest activity first. */
  readonly sessions: readonly SessionSummary[];
  /** How many sessions of subagents, left out, a session stands for, by its file. */
  readonly subagents: ReadonlyMap<string, number>;
  /** Of all sessions of the directory, with `repo` or without `cwd` of all directories: what is unique among them names one. */
  readonly ids: readonly string[];
}

/** Looks at all logs once, and reads whole only what is shown of them. */
export async function overview(catalog: Catalog, options: OverviewOptions): Promise<Overview> {
  const { cwd, repo = false, limit, foldSubagents = false } = options;
  let ids: readonly string[] = [];
  let subagents: Overview["subagents"] = new Map();
  const sessions = await catalog.chosen((all) => {
    ids = idsIn(all, repo ? undefined : cwd);
    const found = listSessions(all, { ...options, limit: undefined });
    if (!foldSubagents) return found.slice(0, limit);
    const folded = withoutSubagents(found);
    subagents = folded.subagents;
    return folded.sessions.slice(0, limit);
  });
  return { sessions, subagents, ids };
}
