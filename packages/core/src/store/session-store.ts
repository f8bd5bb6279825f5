import { resolve as resolvePath } from "node:path";
import { DurabilityUnknownError, NotFoundError, SessionTreeError } from "../errors.ts";
import type { KindCounts } from "../dialects/export-notes.ts";
import { encodeHeader } from "../format/encode.ts";
import type { Header } from "../format/header.ts";
import { isSessionId, newId } from "../format/ids.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import type { CreateOptions, ForkOptions } from "./create-options.ts";
import { deleteSession, emptyTrash, restoreSession } from "./deletion.ts";
import type { DoctorReport } from "./doctor.ts";
import { carryBlobs } from "./carry-blobs.ts";
import { exportSession, type ExportOptions, type SessionExport } from "./export-session.ts";
import { branchTo, forkLines, madeFork } from "./fork-lines.ts";
import { importSession, type ImportOptions } from "./import-session.ts";
import type { LossReport } from "./loss-report.ts";
import { listSessions, newerElsewhere, newestSession, type ListOptions } from "./list-sessions.ts";
import { reusedMemory } from "../log/read-records.ts";
import type { MadeLog } from "../log/made-end.ts";
import { moveSessions, type MoveOptions } from "./move-sessions.ts";
import { newHeader, unknownFields } from "./new-header.ts";
import { newSessionTarget, openTarget } from "./open-target.ts";
import { leadsToFile } from "./open-log.ts";
import { realProject } from "./project.ts";
import { overview, type Overview, type OverviewOptions } from "./overview.ts";
import { prune, type PruneOptions, type PruneReport } from "./prune.ts";
import { resolveSession, sessionOfId } from "./resolve-session.ts";
import { runDoctor, type DoctorOptions } from "./run-doctor.ts";
import type { SearchIndexReport } from "./search-cache.ts";
import { searchedLogs, searchSessions, type SearchHit, type SearchOptions } from "./search-sessions.ts";
import { Session } from "./session.ts";
import type { Progress, StoreParts } from "./store-parts.ts";
import type { LogRef } from "./storage.ts";
import { sessionsInScope, storeUsage, type StoreUsage, type StoreUsageOptions } from "./store-usage.ts";
import type { TrashedSession } from "./trash.ts";
import { watchStore, type WatchEvent, type WatchOptions } from "./watch-store.ts";

export interface ImportResult {
  readonly session: Session;
  /** False: the session had been imported before. */
  readonly created: boolean;
  /** How many entries this import added. */
  readonly added: number;
  /** What became of all that is in the source. */
  readonly report: LossReport;
  /** What `redact` replaced in what was added, by kind. */
  readonly redacted: KindCounts;
}

/** A store of sessions. Open one with `openStore`. */
export class SessionStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  /**
   * A new session. Unless `eager`, its file is made with its first entry.
   * @throws SessionTreeError `INVALID_ARGUMENT` if the id cannot name a session; LogIoError
   */
  async create(options: CreateOptions): Promise<Session> {
    const { cwd, id = newId(), eager = false, ...rest } = options;
    if (!isSessionId(id)) {
      throw new SessionTreeError("INVALID_ARGUMENT", `${JSON.stringify(id)} cannot be the id of a session`, {
        hint: "Use up to 64 of a-z, 0-9, - and _, starting and ending with a letter or digit.",
      });
    }
    const header = newHeader({
      id,
      timestamp: this.#now().toISOString(),
      cwd: realProject(cwd),
      ...defined(rest),
    });
    const { storage, sessionOptions } = this.#parts;
    if (eager) {
      return this.#openMade(storage.create(header.cwd, id, [encodeHeader(header)]));
    }
    const { file, target } = newSessionTarget(storage, header);
    return new Session(file, target, sessionOptions);
  }

  /**
   * Opens a session by its exact id, or a log of any dialect by its path.
   * @throws NotFoundError, AmbiguousError if copies of a log have that id, NotASessionError, UnsupportedVersionError, LogIoError
   */
  async open(idOrFile: string): Promise<Session> {
    return this.#open(await this.#find(idOrFile));
  }

  /** Sessions, newest activity first. */
  async list(options: ListOptions = {}): Promise<SessionSummary[]> {
    return this.#parts.catalog.chosen((all) => listSessions(all, options));
  }

  /** Sessions as `list` gives them, and what a person needs beside them, all from one look at the logs. */
  async overview(options: OverviewOptions = {}): Promise<Overview> {
    return overview(this.#parts.catalog, options);
  }

  /** The ids of all sessions of a directory, or of all directories: what is unique among them names one. */
  async ids(options: { readonly cwd?: string | undefined } = {}): Promise<readonly string[]> {
    return (await this.overview({ ...options, limit: 0 })).ids;
  }

  /** The session to continue in `cwd`: the native one with the newest activity, neither archived nor a subagent's. */
  async newest(options: { readonly cwd: string }): Promise<SessionSummary | undefined> {
    const [newest] = await this.#parts.catalog.chosen((all) => oneOrNone(newestSession(all, options.cwd)));
    return newest;
  }

  /** The newest session of another agent in `cwd`, if it is newer than `than`. */
  async newerElsewhere(options: {
    readonly cwd: string;
    readonly than: SessionSummary | undefined;
  }): Promise<SessionSummary | undefined> {
    const { cwd, than } = options;
    const [newer] = await this.#parts.catalog.chosen((all) => oneOrNone(newerElsewhere(all, cwd, than)));
    return newer;
  }

  /** Opens the session to continue in `cwd`; undefined if there is none, and nothing is created. */
  async continue(options: { readonly cwd: string }): Promise<Session | undefined> {
    const newest = await this.newest(options);
    return newest === undefined ? undefined : this.open(newest.file);
  }

  /**
   * The session that a person means: an id, a unique prefix or suffix of one, a name, or the path of a log.
   * @throws NotFoundError, AmbiguousError
   */
  async resolve(query: string, options: { readonly cwd: string }): Promise<SessionSummary> {
    const path = resolvePath(options.cwd, query);
    if (isPath(query) && leadsToFile(path)) return this.#parts.catalog.summary(this.#parts.logAt(path));
    return resolveSession(await this.#parts.catalog.summaries(), query, options.cwd);
  }

  /**
   * A new session that starts as a copy of a branch, labels included. The source's bytes stay as they are.
   * @throws NotFoundError, LogIoError
   */
  async fork(source: Session, options: ForkOptions): Promise<Session> {
    const { log } = source;
    const { at = source.leaf, cwd } = options;
    const node = at === null ? null : log.tree.nodeAt(at);
    if (node === undefined) throw new NotFoundError("entry", String(at));
    const own = log.name();
    const name = options.name ?? (own === undefined ? undefined : `${own} (fork)`);
    const header = newHeader({
      ...unknownFields(log.header),
      id: newId(),
      timestamp: this.#now().toISOString(),
      cwd: realProject(cwd),
      ...(name !== undefined && { name }),
      parentSession: log.id,
      forkedFrom: node?.head.id ?? null,
      relation: "fork",
    });
    const { storage } = this.#parts;
    const file = storage.locate(header.cwd, header.id);
    const branch = branchTo(log, node);
    const lines = carryBlobs(forkLines(log, branch, reusedMemory()), { log, file: source.file }, (blobs) =>
      storage.putBlobs(file, blobs),
    );
    const ref = storage.create(header.cwd, header.id, prepend(header, lines));
    return this.#openMade(ref, madeFork(log, branch));
  }

  /**
   * Makes a native session out of a log of any dialect: the whole tree, unknown types and fields too. Importing again
   * gives the same session, with what is new added.
   * @throws NotFoundError, NotASessionError, UnsupportedVersionError, LogIoError
   */
  async import(file: string, options: ImportOptions = {}): Promise<ImportResult> {
    const summaries = await this.#parts.catalog.summaries();
    const { ref, ...result } = await importSession(
      this.#parts,
      summaries,
      this.#parts.logAt(resolvePath(file)),
      options,
    );
    return { session: await (result.added > 0 ? this.#openMade(ref) : this.#open(ref)), ...result };
  }

  /**
   * Makes a session ready to be written as a new one in the format of an agent: what that cannot hold is known before
   * anything is written. @throws NotFoundError, SessionTreeError `INVALID_ARGUMENT`, LogIoError
   */
  async export(session: Session, options: ExportOptions): Promise<SessionExport> {
    return exportSession(this.#parts, session, options);
  }

  /** Records that sessions belong to another directory now: one session, or all of the directory `from`. */
  async move(options: MoveOptions): Promise<SessionSummary[]> {
    return moveSessions(this.#parts, options);
  }

  /**
   * Moves a session to the trash, from where it can be restored. Its forks stay as they are; whoever has it open gets
   * SessionGoneError with the next append.
   * @throws ForeignSessionError for a log of another agent or outside this store, NotFoundError, LogIoError (it is in
   * its place), DurabilityUnknownError (it is in the trash)
   */
  async delete(session: { readonly file: string }): Promise<TrashedSession> {
    return deleteSession(this.#parts, session.file);
  }

  /**
   * Moves the sessions that were long not used to the trash, but none with a label or with a node of the last 24 hours.
   * Unless `dryRun` is false, it only tells which. @throws SessionTreeError `INVALID_ARGUMENT`, LogIoError
   */
  async prune(options: PruneOptions): Promise<PruneReport> {
    return prune(this.#parts, options);
  }

  /** What is in the trash, newest first. */
  async trash(): Promise<TrashedSession[]> {
    return this.#parts.storage.trash.list();
  }

  /**
   * Puts a session of the trash back in its place: an id, the `item` or a unique part of one, or a unique name.
   * @throws NotFoundError, AmbiguousError, PlaceTakenError, LogIoError (nothing was changed), DurabilityUnknownError (it
   * is in its place)
   */
  async restore(query: string): Promise<SessionSummary> {
    return restoreSession(this.#parts, query);
  }

  /**
   * Deletes for good what is in the trash, or what has been there for `olderThan` milliseconds; gives what is gone. The
   * temporary files that crashes have left more than a day ago go, too.
   * @throws SessionTreeError `INVALID_ARGUMENT`; LogIoError, DurabilityUnknownError: `trash` tells what is left
   */
  async emptyTrash(options: { readonly olderThan?: number } = {}): Promise<TrashedSession[]> {
    // First, so that what it is refused changes nothing.
    const kept = searchedLogs(this.#parts, this.#parts.logs());
    const gone = emptyTrash(this.#parts, options.olderThan);
    if (gone.length > 0) await this.#parts.searchCache?.erase(kept);
    return gone;
  }

  /**
   * Entries of all sessions, branches and agents in which all words of a query occur, the best first. The first search
   * makes the search index; without one, the logs are read for the same answer.
   * @throws SessionTreeError `INVALID_ARGUMENT`
   */
  async search(query: string, options: SearchOptions = {}): Promise<SearchHit[]> {
    return searchSessions(this.#parts, query, options);
  }

  /**
   * What the sessions of a directory, of a session's lineage, or all sessions used, each response counted once however
   * many forks carry it. Reads their logs whole. @throws NotFoundError
   */
  async usage(options: StoreUsageOptions): Promise<StoreUsage> {
    const sessions = sessionsInScope(await this.#parts.catalog.summaries(), options);
    const known = new Map(this.#parts.logs().map((log) => [log.file, log]));
    return storeUsage(this.#parts, sessions, (file) => known.get(file) ?? this.#parts.logAt(file), options);
  }

  /** Reads logs whole and tells what is wrong with them; changes nothing, unless it is asked to. @throws NotFoundError, LogIoError */
  async doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
    const { session } = options;
    const logs = session === undefined ? this.#parts.logs() : [await this.#find(session)];
    return runDoctor(this.#parts, logs, options);
  }

  /** Builds the indexes anew from the logs. @throws SessionTreeError `INDEX_UNAVAILABLE` if there can be none */
  async reindex(
    options: { readonly onProgress?: Progress } = {},
  ): Promise<{ sessions: number; entries: number; search: SearchIndexReport | null }> {
    const { catalog, rebuildIndex, searchCache, logs } = this.#parts;
    await rebuildIndex(options.onProgress ?? (() => undefined));
    await searchCache?.rebuild(searchedLogs(this.#parts, logs(), options.onProgress));
    const summaries = await catalog.summaries();
    const entries = summaries.reduce((sum, one) => sum + one.entries, 0);
    return { sessions: summaries.length, entries, search: (await searchCache?.report()) ?? null };
  }

  /** What is appended to sessions from now on, by any process, until `signal` ends it. */
  watch(options: WatchOptions = {}): AsyncIterable<WatchEvent> {
    return watchStore(this.#parts, options);
  }

  /** The summary of one session, as `list` shows it. */
  async summary(session: { readonly file: string }): Promise<SessionSummary> {
    return this.#parts.catalog.summary(this.#parts.logAt(session.file));
  }

  async close(): Promise<void> {
    this.#parts.searchCache?.close();
    await this.#parts.catalog.close();
  }

  #now(): Date {
    return this.#parts.sessionOptions.now();
  }

  /** Whatever goes wrong now, the session is there. @throws DurabilityUnknownError */
  async #openMade(ref: LogRef, made?: MadeLog): Promise<Session> {
    try {
      return await this.#open(ref, made);
    } catch (error) {
      throw new DurabilityUnknownError(ref.file, error);
    }
  }

  async #open(ref: LogRef, made?: MadeLog): Promise<Session> {
    return new Session(ref.file, await openTarget(this.#parts, ref, made), this.#parts.sessionOptions);
  }

  async #find(idOrFile: string): Promise<LogRef> {
    const { find, catalog, logAt } = this.#parts;
    const own = find(idOrFile);
    if (own !== undefined) return own;
    if (isPath(idOrFile)) return logAt(resolvePath(idOrFile));
    return logAt(sessionOfId(await catalog.summaries(), idOrFile).file);
  }
}

function oneOrNone<T>(one: T | undefined): T[] {
  return one === undefined ? [] : [one];
}

function isPath(query: string): boolean {
  return /[/\\]|\.(jsonl|jsonl\.zst|json|db)(#.+)?$/.test(query);
}

function* prepend(header: Header, lines: Iterable<Buffer>): Generator<Buffer> {
  yield encodeHeader(header);
  yield* lines;
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
