import { LogIoError, NotASessionError, SessionTreeError } from "../errors.ts";
import { readSummary } from "../session-index/summarize.ts";
import { isSession, type SessionBrief } from "../session-index/session-brief.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import type { Catalog } from "./catalog.ts";
import type { Progress } from "./store-parts.ts";
import type { LogRef, ReadableLog } from "./storage.ts";

/** What a catalog is made over. */
export interface CatalogOptions {
  /** The logs that are there now. */
  readonly logs: () => LogRef[];
  readonly open: (log: LogRef) => ReadableLog;
  readonly now: () => Date;
  /** Is told of each log that cannot be read. */
  readonly onUnreadable: (log: LogRef, error: SessionTreeError) => void;
  /** Is told how many of the logs were looked at. */
  readonly onProgress?: Progress | undefined;
}

/** A catalog that reads the logs for every answer: for stores without an index. */
export class PlainCatalog implements Catalog {
  readonly #options: CatalogOptions;

  constructor(options: CatalogOptions) {
    this.#options = options;
  }

  async summaries(): Promise<SessionSummary[]> {
    return readableSummaries(this.#options, (log) => this.summary(log));
  }

  async chosen(choose: (all: readonly SessionBrief[]) => readonly SessionBrief[]): Promise<SessionSummary[]> {
    const all = new Map((await this.summaries()).map((summary) => [summary.file, summary]));
    return choose([...all.values()]).map(({ file }) => all.get(file)!);
  }

  async summary(log: LogRef): Promise<SessionSummary> {
    const source = this.#options.open(log);
    try {
      const summary = readSummary(source, log.dialect, log.fallbackId, this.#options.now().getTime());
      return sessionOnly(summary, log);
    } finally {
      source.close();
    }
  }

  async end(): Promise<undefined> {}

  endAtHand(): undefined {}

  async before(): Promise<undefined> {}

  async forget(): Promise<void> {}

  async close(): Promise<void> {}
}

/** The summaries of all logs that hold a session; one that cannot be read is told of, and hides no other. */
export async function readableSummaries<T extends SessionBrief>(
  { logs, onUnreadable, onProgress = () => undefined }: Omit<CatalogOptions, "open" | "now">,
  summary: (log: LogRef) => T | Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  const all = logs();
  for (const [index, log] of all.entries()) {
    onProgress(index, all.length);
    try {
      const told = summary(log);
      // Most are known: to wait for each all the same took a twentieth of a list.
      found.push(told instanceof Promise ? await told : told);
    } catch (error) {
      // Files that hold no session at all are no news.
      if (!(error instanceof NotASessionError)) onUnreadable(log, unreadable(log, error));
    }
  }
  onProgress(all.length, all.length);
  return found;
}

/** What kept a log from being read, as one of our errors: whatever it is, it must not hide the other logs. */
export function unreadable({ file }: LogRef, error: unknown): SessionTreeError {
  if (error instanceof SessionTreeError) return error;
  return new LogIoError("IO", file, error);
}

/** @throws NotASessionError for a log with neither header nor entry */
export function sessionOnly(summary: SessionSummary, { file }: LogRef): SessionSummary {
  if (isSession(summary)) return summary;
  throw new NotASessionError(
    file,
    summary.bytes === 0 ? "it is empty" : "it has neither a header nor an entry",
  );
}
