import type { ByteSource } from "../log/byte-source.ts";
import type { LogEnd } from "../log/log-end.ts";
import type { EarlierEntries, LocatedHead } from "../log/log-map.ts";
import type { SessionBrief } from "../session-index/session-brief.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import type { LogRef } from "./storage.ts";

/** What the store knows of its logs without opening each. Answers are the same whether an index stands behind it. */
export interface Catalog {
  /** Every log that holds a session. A file that is none, or cannot be read, hides no other. */
  summaries(): Promise<SessionSummary[]>;
  /** The summaries of those of all logs that `choose` gives, in its order: what it is shown of a log is at hand, the rest is not. */
  chosen(choose: (all: readonly SessionBrief[]) => readonly SessionBrief[]): Promise<SessionSummary[]>;
  /** One log. @throws NotASessionError, NotFoundError, LogIoError */
  summary(log: LogRef): Promise<SessionSummary>;
  /**
   * The end of a log, with the way to everything before, if that is known already.
   * @param source the log, open
   * @throws NotFoundError, LogIoError
   */
  end(log: LogRef, source: ByteSource): Promise<LogEnd | undefined>;
  /** The same, if for it nothing has to be opened or caught up with. */
  endAtHand(log: LogRef, source: ByteSource): LogEnd | undefined;
  /**
   * What stands in a log before one of its entries, if that is known already.
   * @param source the log, open
   * @throws NotFoundError, LogIoError
   */
  before(log: LogRef, source: ByteSource, entry: LocatedHead): Promise<EarlierEntries | undefined>;
  /** Drops what is kept of a log that is gone: no answer needs it, but it holds words of the session. */
  forget(log: LogRef): Promise<void>;
  close(): Promise<void>;
}
