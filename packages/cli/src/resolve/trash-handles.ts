import type { TrashedSession } from "@session-tree/core";
import { shortSessionIds } from "../output/short-id.ts";

/** How each session of the trash is named to `restore`: by its id or, if it is there twice, by its item; safe to print. */
export function trashHandles(trash: readonly TrashedSession[]): (session: TrashedSession) => string {
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const { id } of trash) (once.has(id) ? twice : once).add(id);
  const handleOf = ({ id, item }: TrashedSession): string => (twice.has(id) ? item : id);
  const short = shortSessionIds(trash.map(handleOf));
  return (session) => short(handleOf(session));
}
