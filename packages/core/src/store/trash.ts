import type { LogRef } from "./storage.ts";

/** What the trash tells of a session. */
export interface SessionNote {
  readonly id: string;
  readonly dialect: string;
  readonly name: string | null;
  /** The first user message, on one line, at most 200 characters. */
  readonly title: string | null;
  /** The project's directory; null: unknown. */
  readonly cwd: string | null;
  /** ISO 8601. */
  readonly deletedAt: string;
  /** The size of the log. */
  readonly bytes: number;
}

/** A session in the trash. */
export interface TrashedSession extends SessionNote {
  /** Names it in the trash, where a session may be more than once; random, so that parts of it mean no session id. */
  readonly item: string;
  /** Where its log was, and is put back. */
  readonly from: string;
}

/** Where a storage keeps the logs that were deleted. */
export interface Trash {
  /** Newest first. @throws LogIoError */
  list(): TrashedSession[];
  /**
   * Moves a log here, with all that belongs to it. However it ends, the log is whole, in its place or here.
   * @throws NotFoundError, LogIoError (nothing was moved), DurabilityUnknownError (it is here)
   */
  put(log: LogRef, note: SessionNote): TrashedSession;
  /**
   * Moves a log back to its place.
   * @throws NotFoundError, PlaceTakenError, LogIoError (it is still here), DurabilityUnknownError (it is back)
   */
  restore(item: string): LogRef;
  /** Deletes a log for good. @throws NotFoundError, LogIoError (it is still here), DurabilityUnknownError (it is gone) */
  remove(item: string): void;
  /** Clears away what moves and removals left that were cut short, and blobs whose log is long gone: never a log. @throws LogIoError */
  sweep(): void;
}

/** Newest first; what was deleted at the same time by its name, so that the order never changes by itself. */
export function newestFirst(one: TrashedSession, other: TrashedSession): number {
  const times = other.deletedAt.localeCompare(one.deletedAt, "en");
  return times === 0 ? other.item.localeCompare(one.item, "en") : times;
}
