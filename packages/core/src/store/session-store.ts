import { existsSync } from "node:fs";
import { resolve as resolvePath } from "node:path";
import { NotFoundError, SessionTreeError } from "../errors.ts";
import { encodeHeader } from "../format/encode.ts";
import type { Header } from "../format/header.ts";
import { isSessionId, newId } from "../format/ids.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import { examineAll, type DoctorReport } from "./doctor.ts";
import { forkLines } from "./fork-lines.ts";
import { importSession } from "./import-session.ts";
import { listSessions, newerElsewhere, newestSession, type ListOptions } from "./list-sessions.ts";
import { newHeader, unknownFields } from "./new-header.ts";
import { newSessionTarget, openTarget } from "./open-target.ts";
import { logAt } from "./open-log.ts";
import { unreadable } from "./plain-catalog.ts";
import { projectMatcher, realProject } from "./project.ts";
import { resolveSession } from "./resolve-session.ts";
import { Session } from "./session.ts";
import type { Progress, StoreParts } from "./store-parts.ts";
import type { LogRef } from "./storage.ts";
import { sessionsInScope, storeUsage, type StoreUsage, type StoreUsageOptions } from "./store-usage.ts";
import { watchStore, type WatchEvent, type WatchOptions } from "./watch-store.ts";

export interface CreateOptions {
  /** The working directory; its real path is the session's project. */
  readonly cwd: string;
  /** An id of the host's own. Default: a new UUIDv7. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly host?: Header["host"];
  readonly git?: Header["git"];
  readonly parentSession?: string | undefined;
  readonly relation?: Header["relation"];
  /** Make the file at once, not with the first entry. */
  readonly eager?: boolean | undefined;
}

export interface ForkOptions {
  /** The entry that the fork ends with; default: the active leaf. Null: before the first entry. */
  readonly at?: string | null | undefined;
  /** The project of the fork. */
  readonly cwd: string;
  readonly name?: string | undefined;
}

export interface ImportResult {
  readonly session: Session;
  /** False: the session had been imported before. */
  readonly created: boolean;
  /** How many entries this import added. */
  readonly added: number;
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
      return this.#open(storage.create(header.cwd, id, [encodeHeader(header)]));
    }
    const { file, target } = newSessionTarget(storage, header);
    return new Session(file, target, sessionOptions);
  }

  /**
   * Opens a session by its exact id, or a log of any dialect by its path.
   * @throws NotFoundError, NotASessionError, UnsupportedVersionError, LogIoError
   */
  async open(idOrFile: string): Promise<Session> {
    return this.#open(await this.#find(idOrFile));
  }

  /** Sessions, newest activity first. */
  async list(options: ListOptions = {}): Promise<SessionSummary[]> {
    return listSessions(await this.#parts.catalog.summaries(), options);
  }

  /** The session to continue in `cwd`: the native one with the newest activity, neither archived nor a subagent's. */
  async newest(options: { readonly cwd: string }): Promise<SessionSummary | undefined> {
    return newestSession(await this.#parts.catalog.summaries(), options.cwd);
  }

  /** The newest session of another agent in `cwd`, if it is newer than `than`. */
  async newerElsewhere(options: {
    readonly cwd: string;
    readonly than: SessionSummary | undefined;
  }): Promise<SessionSummary | undefined> {
    return newerElsewhere(await this.#parts.catalog.summaries(), options.cwd, options.than);
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
    if (isPath(query) && existsSync(path))
      return this.#parts.catalog.summary(this.#known(path) ?? logAt(path));
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
    return this.#open(
      this.#parts.storage.create(header.cwd, header.id, prepend(header, forkLines(log, node))),
    );
  }

  /**
   * Makes a native session out of a log of any dialect: the whole tree, unknown types and fields too. Importing again
   * gives the same session, with what is new added.
   * @throws NotFoundError, NotASessionError, UnsupportedVersionError, LogIoError
   */
  async import(file: string, options: { readonly cwd?: string } = {}): Promise<ImportResult> {
    const summaries = await this.#parts.catalog.summaries();
    const { ref, ...result } = await importSession(
      this.#parts,
      summaries,
      logAt(resolvePath(file)),
      options.cwd,
    );
    return { session: this.#open(ref), ...result };
  }

  /** Records that sessions belong to another directory now: one session, or all of the directory `from`. */
  async move(
    options:
      | { readonly session: string; readonly to: string }
      | { readonly from: string; readonly to: string },
  ): Promise<SessionSummary[]> {
    const cwd = realProject(options.to);
    const all = await this.list({ archived: true });
    const inFrom = "from" in options ? projectMatcher(options.from) : undefined;
    const chosen = all.filter(({ id, cwd: own }) =>
      "session" in options ? id === options.session : inFrom!(own),
    );
    const moved: SessionSummary[] = [];
    for (const { file } of chosen) {
      const session = await this.open(file);
      await session.append({ type: "session_info", cwd });
      await session.close();
      moved.push(await this.#parts.catalog.summary(this.#known(file)!));
    }
    return moved;
  }

  /**
   * What the sessions of a directory, of a session's lineage, or all sessions used, each response counted once however
   * many forks carry it. Reads their logs whole. @throws NotFoundError
   */
  async usage(options: StoreUsageOptions): Promise<StoreUsage> {
    const sessions = sessionsInScope(await this.#parts.catalog.summaries(), options);
    const known = new Map(this.#parts.storage.logs().map((log) => [log.file, log]));
    return storeUsage(this.#parts, sessions, (file) => known.get(file) ?? logAt(file), options);
  }

  /** Reads logs whole and tells what is wrong with them; changes nothing. */
  async doctor(
    options: { readonly session?: string; readonly onProgress?: Progress } = {},
  ): Promise<DoctorReport> {
    const { storage, openToRead, onUnreadable, checkIndex } = this.#parts;
    const all = options.session === undefined;
    const logs = all ? storage.logs() : [await this.#find(options.session)];
    const tell = (log: LogRef, error: unknown): void => {
      if (!all) throw error;
      onUnreadable(log, unreadable(log, error));
    };
    const found = examineAll(logs, openToRead, tell, options.onProgress);
    return { files: logs.length, ...found, index: await checkIndex(), ok: found.damage.length === 0 };
  }

  /** Builds the indexes anew from the logs. @throws SessionTreeError `INDEX_UNAVAILABLE` if there can be none */
  async reindex(
    options: { readonly onProgress?: Progress } = {},
  ): Promise<{ sessions: number; entries: number }> {
    await this.#parts.rebuildIndex(options.onProgress ?? (() => undefined));
    const summaries = await this.#parts.catalog.summaries();
    return { sessions: summaries.length, entries: summaries.reduce((sum, { entries }) => sum + entries, 0) };
  }

  /** What is appended to sessions from now on, by any process, until `signal` ends it. */
  watch(options: WatchOptions = {}): AsyncIterable<WatchEvent> {
    return watchStore(this.#parts, options);
  }

  /** The summary of one session, as `list` shows it. */
  async summary(session: Session): Promise<SessionSummary> {
    return this.#parts.catalog.summary(this.#known(session.file) ?? logAt(session.file));
  }

  async close(): Promise<void> {
    await this.#parts.catalog.close();
  }

  #now(): Date {
    return this.#parts.sessionOptions.now();
  }

  #open(ref: LogRef): Session {
    return new Session(ref.file, openTarget(this.#parts, ref), this.#parts.sessionOptions);
  }

  #known(file: string): LogRef | undefined {
    return this.#parts.storage.logs().find((log) => log.file === file);
  }

  async #find(idOrFile: string): Promise<LogRef> {
    const known = this.#known(idOrFile);
    if (known !== undefined) return known;
    if (isPath(idOrFile)) return logAt(resolvePath(idOrFile));
    const summaries = await this.#parts.catalog.summaries();
    const found = summaries.find(({ id }) => id === idOrFile);
    if (found === undefined) throw new NotFoundError("session", idOrFile);
    return this.#known(found.file) ?? logAt(found.file);
  }
}

function isPath(query: string): boolean {
  return query.includes("/") || query.includes("\\") || query.endsWith(".jsonl");
}

function* prepend(header: Header, lines: Iterable<Buffer>): Generator<Buffer> {
  yield encodeHeader(header);
  yield* lines;
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
