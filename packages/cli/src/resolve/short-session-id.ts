import type { SessionStore } from "@session-tree/core";
import { shortSessionIds, type ShortId } from "../output/short-id.ts";
import type { Run } from "../run.ts";

/** The short id of a session, unique where it is looked for: what is printed can be typed back. */
export async function shortSessionId(run: Run, store: SessionStore, id: string): Promise<string> {
  const here = await store.ids({ cwd: run.cwd });
  return here.includes(id) ? shortSessionIds(here)(id) : (await shortIdsAmong(store, {}, [id]))(id);
}

/** Short ids of `ids`, unique among all sessions of a directory, or of all directories: more than are shown. */
export async function shortIdsAmong(
  store: SessionStore,
  where: { readonly cwd?: string },
  ids: readonly string[],
): Promise<ShortId> {
  return shortSessionIds([...(await store.ids(where)), ...ids]);
}
