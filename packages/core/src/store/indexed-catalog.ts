import { dirname } from "node:path";
import { NotASessionError, SessionTreeError } from "../errors.ts";
import type { ByteSource } from "../log/byte-source.ts";
import type { LogEnd } from "../log/log-end.ts";
import type { EarlierEntries, LocatedHead } from "../log/log-map.ts";
import { makeFolder } from "../log/make-folder.ts";
import type { IndexUnavailable } from "../session-index/index-unavailable.ts";
import { openIndex } from "../session-index/open-index.ts";
import { SessionIndex } from "../session-index/session-index.ts";
import type { KnownBrief, SessionBrief } from "../session-index/session-brief.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import type { Catalog } from "./catalog.ts";
import type { IndexFinding } from "./doctor.ts";
import { PlainCatalog, readableSummaries, sessionOnly, type CatalogOptions } from "./plain-catalog.ts";
import type { Progress } from "./store-parts.ts";
import type { LogRef } from "./storage.ts";

export interface IndexedCatalogOptions extends CatalogOptions {
  /** The index that a log belongs to; undefined for a log that is only visited by its path. */
  readonly indexOf: (log: LogRef) => string | undefined;
  /** Is told of each index that does not serve. */
  readonly onUnavailable: (index: string, problem: IndexUnavailable) => void;
}

const MAY_PASS: ReadonlySet<IndexUnavailable["reason"]> = new Set(["io", "locked", "read-only"]);

/** Milliseconds before such an index is tried again: each try may have to wait. */
const PAUSE = 10_000;

/** A catalog with one index for each folder of logs. Where an index does not serve, the logs answer. */
export class IndexedCatalog implements Catalog {
  readonly #options: IndexedCatalogOptions;
  readonly #plain: PlainCatalog;
  readonly #indexes = new Map<string, Promise<SessionIndex | undefined>>();
  /** Those of them that are open. */
  readonly #atHand = new Map<string, SessionIndex>();
  /** When to try again to open an index whose trouble may pass, such as too many open files. */
  readonly #againAt = new Map<string, number>();

  constructor(options: IndexedCatalogOptions) {
    this.#options = options;
    this.#plain = new PlainCatalog(options);
  }

  async summaries(): Promise<SessionSummary[]> {
    return this.chosen((all) => all);
  }

  async chosen(choose: (all: readonly SessionBrief[]) => readonly SessionBrief[]): Promise<SessionSummary[]> {
    const logs = this.#options.logs();
    const now = this.#options.now().getTime();
    const known = new Map<string, KnownBrief | null | undefined>();
    const indexes = new Map<string, SessionIndex>();
    const briefs: [SessionIndex, ReturnType<SessionIndex["briefs"]>][] = [];
    for (const [file, own] of this.#logsByIndex(logs)) {
      const index = await this.#index(file);
      if (index === undefined) continue;
      const told = index.briefs(own, now);
      for (const [log, brief] of told) known.set(log, brief);
      indexes.set(file, index);
      briefs.push([index, told]);
    }
    const read = new Map<string, SessionSummary>();
    const readBrief = async (log: LogRef): Promise<SessionBrief> => {
      const index = indexes.get(this.#options.indexOf(log) ?? "");
      const summary =
        index === undefined ? await this.#plain.summary(log) : index.gather(log, now, !known.has(log.file));
      read.set(log.file, summary);
      return sessionOnly(summary, log);
    };
    const all = await readableSummaries({ ...this.#options, logs: () => logs }, (log) => {
      const brief = known.get(log.file);
      if (brief === null) throw new NotASessionError(log.file, "it has neither a header nor an entry");
      return brief ?? readBrief(log);
    });
    for (const index of indexes.values()) index.keepGathered();
    const shown = choose(all).map(({ file }) => file);
    const wanted = new Set(shown);
    const found = new Map(logs.filter(({ file }) => wanted.has(file)).map((log) => [log.file, log]));
    for (const [index, told] of briefs) {
      const own = [...told.values()].filter((brief) => brief && wanted.has(brief.file)) as KnownBrief[];
      for (const [log, summary] of index.briefed(own)) read.set(log, summary);
    }
    return readableSummaries(
      { logs: () => shown.map((file) => found.get(file)!), onUnreadable: this.#options.onUnreadable },
      (log) => read.get(log.file) ?? this.summary(log),
    );
  }

  async summary(log: LogRef): Promise<SessionSummary> {
    const index = await this.#indexOf(log);
    if (index === undefined) return this.#plain.summary(log);
    return sessionOnly(index.summary(log, this.#options.now().getTime()), log);
  }

  async end(log: LogRef, source: ByteSource): Promise<LogEnd | undefined> {
    return (await this.#indexOf(log))?.end(log, source, this.#options.now().getTime());
  }

  endAtHand(log: LogRef, source: ByteSource): LogEnd | undefined {
    const file = this.#options.indexOf(log);
    return file === undefined ? undefined : this.#atHand.get(file)?.freshEnd(log, source);
  }

  async before(log: LogRef, source: ByteSource, entry: LocatedHead): Promise<EarlierEntries | undefined> {
    return (await this.#indexOf(log))?.before(log, source, entry, this.#options.now().getTime());
  }

  async forget(log: LogRef): Promise<void> {
    const file = this.#options.indexOf(log);
    if (file === undefined) return;
    const left = this.#logsByIndex().get(file) ?? [];
    (await this.#index(file))?.forgetAllBut(left.map((one) => one.file));
  }

  /** What is wrong with the indexes, or behind in them. */
  async check(): Promise<IndexFinding[]> {
    const found: IndexFinding[] = [];
    for (const [file, logs] of this.#logsByIndex()) {
      const index = await this.#index(file);
      for (const finding of index?.check(logs) ?? []) found.push({ file, ...finding });
    }
    return found;
  }

  /** Reads all logs anew into their indexes. @throws SessionTreeError `INDEX_UNAVAILABLE` */
  async rebuild(progress: Progress): Promise<void> {
    const groups = this.#logsByIndex();
    const total = [...groups.values()].reduce((sum, logs) => sum + logs.length, 0);
    let before = 0;
    for (const [file, logs] of groups) {
      if (this.#againAt.has(file)) this.#againAt.set(file, 0);
      const index = await this.#index(file);
      if (index === undefined) {
        throw new SessionTreeError("INDEX_UNAVAILABLE", `The index ${file} cannot be built`, {
          hint: "Without an index everything works, only slower.",
        });
      }
      await index.rebuild(logs, this.#options.now().getTime(), (done) => progress(before + done, total));
      before += logs.length;
    }
  }

  async close(): Promise<void> {
    for (const index of this.#indexes.values()) (await index)?.close();
    this.#indexes.clear();
    this.#atHand.clear();
  }

  #logsByIndex(logs = this.#options.logs()): Map<string, LogRef[]> {
    const groups = new Map<string, LogRef[]>();
    for (const log of logs) {
      const file = this.#options.indexOf(log);
      if (file === undefined) continue;
      const group = groups.get(file);
      if (group === undefined) groups.set(file, [log]);
      else group.push(log);
    }
    return groups;
  }

  async #indexOf(log: LogRef): Promise<SessionIndex | undefined> {
    const file = this.#options.indexOf(log);
    return file === undefined ? undefined : this.#index(file);
  }

  #index(file: string): Promise<SessionIndex | undefined> {
    let index = this.#indexes.get(file);
    const againAt = this.#againAt.get(file);
    if (index === undefined || (againAt !== undefined && performance.now() >= againAt)) {
      this.#againAt.delete(file);
      index = this.#open(file);
      this.#indexes.set(file, index);
    }
    return index;
  }

  async #open(file: string): Promise<SessionIndex | undefined> {
    const onProblem = (problem: IndexUnavailable): void => this.#options.onUnavailable(file, problem);
    tryToMake(dirname(file));
    const opened = await openIndex(file, { onProblem });
    if (opened instanceof SessionIndex) {
      this.#atHand.set(file, opened);
      return opened;
    }
    onProblem(opened);
    if (MAY_PASS.has(opened.reason)) this.#againAt.set(file, performance.now() + PAUSE);
    return undefined;
  }
}

function tryToMake(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    // Opening the index in it tells what is wrong.
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error;
  }
}
