import { DurabilityUnknownError, ForeignSessionError, LogIoError, SessionTreeError } from "../errors.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import { removeLeftover } from "./leftovers.ts";
import { resolveTrashed } from "./resolve-trashed.ts";
import type { StoreParts } from "./store-parts.ts";
import type { LogRef } from "./storage.ts";
import type { TrashedSession } from "./trash.ts";

/** The log of this store at `file`. @throws ForeignSessionError for one that is only read, NotFoundError, LogIoError */
function ownLog({ find, logAt }: StoreParts, file: string): LogRef {
  const own = find(file);
  if (own === undefined) throw new ForeignSessionError(file, logAt(file).dialect.name);
  return own;
}

/**
 * Moves a session to the trash.
 * @throws ForeignSessionError, NotFoundError, NotASessionError, LogIoError, DurabilityUnknownError (it is in the trash)
 */
export async function deleteSession(parts: StoreParts, file: string): Promise<TrashedSession> {
  const log = ownLog(parts, file);
  const { id, dialect, name, title, cwd, bytes } = await parts.catalog.summary(log);
  const deletedAt = parts.sessionOptions.now().toISOString();
  const trashed = parts.storage.trash.put(log, { id, dialect, name, title, cwd, deletedAt, bytes });
  await forget(parts, log);
  return trashed;
}

/** The session is gone; what a catalog cannot forget just now, it forgets when it lists the sessions next. */
async function forget({ catalog }: StoreParts, log: LogRef): Promise<void> {
  try {
    await catalog.forget(log);
  } catch (error) {
    if (!(error instanceof SessionTreeError)) throw error;
  }
}

/**
 * Puts a session back.
 * @throws NotFoundError, AmbiguousError, PlaceTakenError, LogIoError, DurabilityUnknownError (it is in its place)
 */
export async function restoreSession(
  { storage, catalog }: StoreParts,
  query: string,
): Promise<SessionSummary> {
  const { item } = resolveTrashed(storage.trash.list(), query);
  const log = storage.trash.restore(item);
  try {
    return await catalog.summary(log);
  } catch (error) {
    throw error instanceof LogIoError ? new DurabilityUnknownError(log.file, error) : error;
  }
}

/**
 * Deletes for good what is in the trash, or only what has been there for `olderThan` milliseconds; also the temporary
 * files that crashes have left.
 * @throws SessionTreeError `INVALID_ARGUMENT` if that is no span of time; LogIoError, DurabilityUnknownError: the
 * trash lists what is left
 */
export function emptyTrash(
  { storage, leftovers, sessionOptions }: StoreParts,
  olderThan: number | undefined,
): TrashedSession[] {
  const before = olderThan === undefined ? undefined : timeBefore(sessionOptions.now(), olderThan);
  const all = storage.trash.list();
  const gone = before === undefined ? all : all.filter(({ deletedAt }) => Date.parse(deletedAt) <= before);
  // First, so that what it is refused changes nothing.
  storage.trash.sweep();
  for (const leftover of leftovers()) removeLeftover(leftover);
  for (const { item } of gone) storage.trash.remove(item);
  return gone;
}

/** The time `span` milliseconds before `now`. @throws SessionTreeError `INVALID_ARGUMENT` */
export function timeBefore(now: Date, span: number): number {
  if (span >= 0) return now.getTime() - span;
  throw new SessionTreeError("INVALID_ARGUMENT", `${span} is no span of time`, {
    hint: "Give milliseconds, 0 or more.",
  });
}
