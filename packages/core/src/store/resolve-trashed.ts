import { AmbiguousError, NotFoundError } from "../errors.ts";
import { isPart } from "./resolve-session.ts";
import type { TrashedSession } from "./trash.ts";

type Match = (session: TrashedSession, query: string) => boolean;

/**
 * What of the trash a person means by `query`. The first step with a match decides, as for other sessions: the name of
 * an item or an id; a unique prefix, then suffix of one; a unique name.
 * @throws NotFoundError, AmbiguousError
 */
export function resolveTrashed(trash: readonly TrashedSession[], query: string): TrashedSession {
  const steps: Match[] = [
    ({ item }, whole) => item === whole,
    ({ id }, whole) => id === whole,
    ({ id, item }, part) => isPart(part) && (id.startsWith(part) || item.startsWith(part)),
    ({ id, item }, part) => isPart(part) && (id.endsWith(part) || item.endsWith(part)),
    ({ name }, whole) => name === whole,
  ];
  for (const matches of steps) {
    const found = trash.filter((session) => matches(session, query));
    if (found.length === 1) return found[0]!;
    if (found.length > 1) throw new AmbiguousError("sessions in the trash", query, found.map(candidate));
  }
  throw new NotFoundError("session in the trash", query, "`sessions trash` shows what is in it.");
}

/** Of the same session the trash may hold more than one; only the names of the items tell them apart. */
function candidate({ item, name, title, from, deletedAt }: TrashedSession) {
  return { id: item, title: name ?? title ?? "", file: from, active: deletedAt };
}
