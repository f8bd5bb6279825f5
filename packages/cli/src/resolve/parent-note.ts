import type { SessionStore, SessionSummary } from "@session-tree/core";
import { shortSessionIds } from "../output/short-id.ts";
import { trashHandles } from "./trash-handles.ts";

const WORDS = { fork: "fork of", subagent: "subagent of", handoff: "handoff from" } as const;

/** What a heading says of the session that this one came from, and whether it is still there; undefined: of none. */
export async function parentNote(
  store: SessionStore,
  { parentSession, relation }: SessionSummary,
): Promise<string | undefined> {
  if (parentSession === null) return undefined;
  const word = relation === null ? "from" : WORDS[relation];
  const all = await store.list({ source: "all", archived: true });
  const parent = all.find(({ id, originId }) => id === parentSession || originId === parentSession);
  if (parent !== undefined) return `${word} ${shortSessionIds(all.map(({ id }) => id))(parent.id)}`;
  const trash = await store.trash();
  const trashed = trash.find(({ id }) => id === parentSession);
  if (trashed !== undefined) return `${word} ${trashHandles(trash)(trashed)}, which is in the trash`;
  return `${word} ${shortSessionIds([parentSession])(parentSession)}, which is gone`;
}
