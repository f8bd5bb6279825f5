import type { Damage } from "../format/damage.ts";
import type { Entry, Written as WrittenMark } from "../format/entries.ts";
import type { Message } from "../format/messages.ts";
import { unlessRefused } from "../log/io-error.ts";
import type { LocatedHead } from "../log/log-map.ts";
import type { LogHeader } from "../log/log-rules.ts";
import { ClosedError, NotFoundError } from "../errors.ts";
import { openCallsAt } from "../projection/open-turn.ts";
import { project } from "../projection/project.ts";
import { stateAt } from "../projection/state.ts";
import type { PathEntry, PathState, Projection, ProjectOptions } from "../projection/types.ts";
import { labelsOf } from "../tree/labels.ts";
import type { AppendOptions, AppendResult } from "./append-result.ts";
import { interruptedResult } from "./close-turn.ts";
import {
  contextReplacement,
  keepFromNode,
  summaryCompaction,
  type CompactionNotes,
  type CompactOptions,
} from "./compact.ts";
import { Durability, type DurabilityLevel } from "./durability.ts";
import type { NewEntry } from "./new-entry.ts";
import { lossReport, type LossReport } from "./loss-report.ts";
import { RunningProjection } from "./running-projection.ts";
import { resolveEntry } from "./resolve-entry.ts";
import type { SessionLog } from "./session-log.ts";
import { sessionUsage, type SessionUsage, type UsageOptions } from "./session-usage.ts";
import { SessionWriter, type Written } from "./session-writer.ts";
import { isSyncPoint } from "./sync-points.ts";
import type { Target } from "./target.ts";
import { writtenMark } from "./written-mark.ts";
import { treeView, type TreeView } from "./tree-view.ts";

/** What a session needs to know of its store. */
export interface SessionOptions {
  readonly durability: DurabilityLevel;
  readonly now: () => Date;
  /** Texts and images of more bytes than this are spilled; undefined: none. */
  readonly spillAbove?: number | undefined;
}

/** An open session: its tree, its active leaf, and the way to append. */
export class Session {
  readonly #writer: SessionWriter;
  readonly #durability: Durability;
  readonly #now: () => Date;
  readonly #projection = new RunningProjection();
  #closed = false;
  readonly #listeners = new Set<(entry: Entry) => void>();
  #stopWatching: (() => void) | undefined;
  /** Names the log in its storage; for a file store, its path. */
  readonly file: string;

  constructor(file: string, target: Target, options: SessionOptions) {
    this.file = file;
    this.#writer = new SessionWriter(file, target, options.spillAbove);
    this.#durability = new Durability(
      options.durability,
      () => this.#writer.handle,
      () => this.#writer.reread(),
    );
    this.#now = options.now;
  }

  get id(): string {
    return this.log.id;
  }

  /** The format of the log: `native`, or another agent's. */
  get dialect(): string {
    return this.log.dialect.name;
  }

  get header(): LogHeader | undefined {
    return this.log.header;
  }

  /** The project's directory; null: unknown. */
  get cwd(): string | null {
    return this.log.cwd() ?? null;
  }

  /** The entry under which the next append goes; null: before the first entry. */
  get leaf(): string | null {
    return this.#writer.leaf;
  }

  /** Whether this session can only be read; `fork` it to continue. */
  get readOnly(): boolean {
    return this.#writer.refusal !== undefined;
  }

  /** @internal The engine's view of the log, for the store. */
  get log(): SessionLog {
    return this.#writer.log;
  }

  /** The label of each labelled entry. */
  labels(): Map<string, string> {
    return labelsOf(this.log.heads);
  }

  /**
   * Appends an entry under the active leaf, or several as one batch that is there whole or not at all. The entries are
   * written when this returns its promise; the promise resolves when the store's durability holds.
   * @throws InvalidEntryError, LeafMovedError, UnsupportedVersionError, SessionGoneError, LogIoError (nothing was
   * taken in; retry with the same ids), DurabilityUnknownError (the entries are in the log), ClosedError
   */
  async append(entry: NewEntry | readonly NewEntry[], options: AppendOptions = {}): Promise<AppendResult> {
    const entries = Array.isArray(entry) ? (entry as readonly NewEntry[]) : [entry as NewEntry];
    this.#usable();
    const atSyncPoint = entries.some((one) => isSyncPoint(one as Entry));
    const { ids, branched, doubt } = this.#append(entries, options.expectLeaf);
    if (doubt !== undefined) {
      await this.#durability.hold(atSyncPoint);
      throw doubt;
    }
    const result = { id: ids.at(-1) ?? "", ids, leaf: this.leaf, branched };
    // A session that had no file yet could not be watched.
    if (this.#listeners.size > 0) this.#watch();
    await this.#durability.hold(atSyncPoint);
    return result;
  }

  /** A refused append has read what others appended, too. */
  #append(entries: readonly NewEntry[], expectLeaf: string | null | undefined): Written {
    try {
      return this.#writer.append(entries, this.#now(), expectLeaf);
    } finally {
      this.#tell(this.#writer.takeNews());
    }
  }

  /** Moves the active leaf to an entry (an annotation stands for the node above it), or before the first one. */
  async checkout(entryId: string | null): Promise<void> {
    const node = this.#at(entryId, (log) => (entryId === null ? null : (log.nodeAt(entryId)?.id ?? null)));
    // No wait where none is needed: what is appended right after this call then stands behind its entry.
    const targetId = node instanceof Promise ? await node : node;
    if (targetId !== this.leaf) await this.append({ type: "leaf", targetId });
  }

  /** Sets or, with null, clears the label of an entry. */
  async label(entryId: string, label: string | null): Promise<void> {
    const found = this.#at(entryId, () => undefined);
    if (found !== undefined) await found;
    await this.append({ type: "label", targetId: entryId, label });
  }

  /** Sets or, with null, clears the session's name. */
  async rename(name: string | null): Promise<void> {
    await this.append({ type: "session_info", name: name === "" ? null : name });
  }

  async tag(tag: string, on = true): Promise<void> {
    await this.append({ type: "tag", tag, on });
  }

  /** Hides the session from lists, or shows it again. */
  async archive(on = true): Promise<void> {
    await this.append({ type: "archive", on });
  }

  /**
   * All intact entries of the log, in file order. Bodies that are broken come with their envelope only. With `previews`
   * nothing that was spilled is read: of such a text its first 2 KiB are there, of an image nothing.
   */
  async *entries({ previews = false }: { readonly previews?: boolean } = {}): AsyncGenerator<Entry> {
    for (const head of this.#usable().heads.slice())
      yield (previews ? this.log.preview(head) : this.log.read(head)).entry;
  }

  /**
   * The path from the root to an entry, by default to the active leaf, with all that a compaction hides.
   * @throws NotFoundError
   */
  async path(at: string | null = this.leaf): Promise<PathEntry[]> {
    return this.#at(at, (log) => log.path(at));
  }

  /**
   * The same, one entry after the other: for paths that are larger than the memory.
   * @throws NotFoundError
   */
  async *walk(at: string | null = this.leaf): AsyncGenerator<PathEntry> {
    const log = await this.#at(at, (known) => known);
    yield* log.walk(at);
  }

  /** What a model gets at an entry, by default at the active leaf. @throws NotFoundError */
  async project(options: ProjectOptions & { readonly at?: string | null } = {}): Promise<Projection> {
    const { at = this.leaf, ...rest } = options;
    return this.#at(at, (log) => this.#projection.at(log, at, rest));
  }

  /**
   * What is in force at an entry, by default at the active leaf, whatever a compaction hides: model, thinking level, queue
   * and system messages, these with all that the host has logged on them, such as tools and sections. @throws NotFoundError
   */
  async state(at: string | null = this.leaf): Promise<PathState> {
    return this.#at(at, (log) => stateAt(log.contextPath(at)));
  }

  /**
   * Whether every call in the context has its result, at an entry, by default at the active leaf: a good place to fork,
   * to compact, to hand over. @throws NotFoundError
   */
  async isCleanBoundary(at: string | null = this.leaf): Promise<boolean> {
    const { repairs } = await this.#at(at, (log) => project(log.contextPath(at)));
    return !repairs.some(({ kind }) => kind === "result-synthesized");
  }

  /**
   * Appends a result that says "interrupted, outcome unknown" for each open call of the last assistant turn, as one
   * batch, word for word what `project` puts there. To be called on resume, when no tool of that turn runs any more.
   * Null: nothing was open, or another turn followed, and nothing was written.
   * @throws what `append` throws
   */
  async closeInterruptedTurn(): Promise<AppendResult | null> {
    const open = openCallsAt(this.#usable().contextPath(this.leaf));
    return open.length === 0 ? null : this.append(open.map(interruptedResult));
  }

  /**
   * Appends a compaction: from now on the model gets the summary in place of everything before what is kept. Model,
   * thinking level, queue and system messages stay as they are. It never parts a call from its result: neither from one
   * that is there, nor from one that may still come, so while the last turn is open that turn must be kept. The call is
   * answered behind the compaction then, as if there were none.
   * @throws CutsToolCallError, NotFoundError if `keepFrom` is not in the context, SessionTreeError `INVALID_ARGUMENT`,
   * what `append` throws
   */
  async compact(options: CompactOptions): Promise<AppendResult> {
    const log = this.#usable();
    const keepFrom = keepFromNode(log, options.keepFrom);
    const path = log.contextPath(this.leaf);
    return this.append(summaryCompaction(path, { ...options, keepFrom }, this.#written(path)));
  }

  /**
   * Puts messages in place of the whole context, in one entry. System messages among them replace those of the session;
   * without any, those stay. What went before stays in the log and in the tree. A result that comes later finds its call
   * only if the messages have it.
   * @throws what `append` throws
   */
  async replaceContext(messages: readonly Message[], notes: CompactionNotes = {}): Promise<AppendResult> {
    const path = this.#usable().contextPath(this.leaf);
    return this.append(contextReplacement(path, messages, notes, this.#written(path)));
  }

  /**
   * What the path to an entry (by default the active leaf) and all branches used, each response counted once, and how
   * large the context is there. From the log alone, so it is the same after a restart. @throws NotFoundError
   */
  async usage({ at = this.leaf, prices }: UsageOptions = {}): Promise<SessionUsage> {
    return this.#at(at, (log) => sessionUsage(log, at, prices));
  }

  async tree(): Promise<TreeView> {
    return treeView(this.#usable(), this.leaf);
  }

  /** Byte ranges that are no valid entry, and entries whose blobs are lost. Reads the whole log and its blobs. */
  async damage(): Promise<Damage[]> {
    return this.#usable().damageAndLosses();
  }

  /**
   * How much of the log is understood, only carried along, or damaged. Reads the whole log and its blobs.
   * @param damage what `damage` gave, where that was asked already: it is half of the reading
   */
  async report(damage?: readonly Damage[]): Promise<LossReport> {
    return lossReport(this.#usable(), damage);
  }

  /**
   * The entry a person means: an id, a unique prefix or suffix, a label, or `~n`, the node before the n-th last user
   * message of the branch. Null: before the first entry.
   * @throws NotFoundError, AmbiguousError
   */
  async resolveEntry(query: string): Promise<string | null> {
    const { log } = this;
    return log.told(() => resolveEntry(log, this.leaf, query));
  }

  /** Calls back for every entry that is appended, also by other processes; gives the function that ends it. */
  on(_event: "append", listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener);
    this.#watch();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopWatching?.();
      this.#stopWatching = undefined;
    };
  }

  #watch(): void {
    // What cannot be read just now is not told: the next append finds out.
    this.#stopWatching ??= this.#writer.handle?.watch(() =>
      unlessRefused(() => this.#tell(this.#writer.catchUp())),
    );
  }

  /** Resolves when everything appended so far is on disk. @throws DurabilityUnknownError */
  async flush(): Promise<void> {
    await this.#durability.flush();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopWatching?.();
    this.#listeners.clear();
    try {
      await this.flush();
    } finally {
      await this.#writer.close();
    }
  }

  /** @throws ClosedError */
  #usable(): SessionLog {
    if (this.#closed) throw new ClosedError(this.file);
    return this.log;
  }

  #written(path: readonly PathEntry[]): WrittenMark | undefined {
    return writtenMark(this.log, path);
  }

  /** What `tell` gives of an entry, which must be there. @throws ClosedError, NotFoundError */
  #at<T>(id: string | null, tell: (log: SessionLog) => T): T | Promise<T> {
    const log = this.#usable();
    return log.told(() => {
      if (id !== null && !log.has(id)) throw new NotFoundError("entry", id);
      return tell(log);
    });
  }

  #tell(heads: readonly LocatedHead[]): void {
    if (this.#listeners.size === 0) return;
    for (const head of heads) {
      const entry = unlessRefused(() => this.log.read(head).entry);
      if (entry === undefined) continue;
      // In a task of its own: a listener that throws must not turn a written entry into a failed append.
      for (const listener of this.#listeners) queueMicrotask(() => listener(entry));
    }
  }
}
