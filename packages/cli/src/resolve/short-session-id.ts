import type { SessionStore } from "@session-tree/core";
import { shortSessionIds } from "../output/short-id.ts";
import type { Run } from "../run.ts";

/** The short id of a session, unique among those of this directory: what is printed can be typed back. */
export async function shortSessionId(run: Run, store: SessionStore, id: string): Promise<string> {
  const here = await store.list({ cwd: run.cwd, source: "all", archived: true });
  return shortSessionIds([...here.map((session) => session.id), id])(id);
}
