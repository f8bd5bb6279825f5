import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { catchUp, type SearchedLogs } from "../search/catch-up.ts";
import { openSearchIndex, SearchIndex } from "../search/search-index.ts";
import type { IndexUnavailable } from "../session-index/index-unavailable.ts";
import type { IndexFinding } from "./doctor.ts";

/** What is known of the search index. */
export interface SearchIndexReport {
  readonly file: string;
  /** Its size on disk. */
  readonly bytes: number;
  /** The number of logs that it has. */
  readonly logs: number;
}

/** Milliseconds to wait for others that open or make it: then the logs are read. */
const TIMEOUT = 2000;

/** The search index of a store: made by the first search, and opened by whoever needs it. */
export class SearchCache {
  readonly #file: string;
  readonly #onUnavailable: (index: string, problem: IndexUnavailable) => void;
  #opened: SearchIndex | undefined;

  constructor(file: string, onUnavailable: (index: string, problem: IndexUnavailable) => void) {
    this.#file = file;
    this.#onUnavailable = onUnavailable;
  }

  /** The index, made if it is not there; undefined: there can be none now. */
  async index(): Promise<SearchIndex | undefined> {
    if (this.#opened?.isOpen === true) return this.#opened;
    const onProblem = (problem: IndexUnavailable): void => {
      // Others write: what they do not do in time is read from the logs.
      if (problem.reason !== "locked") this.#onUnavailable(this.#file, problem);
    };
    makeFolder(dirname(this.#file));
    const opened = await openSearchIndex(this.#file, { timeout: TIMEOUT, onProblem });
    if (opened instanceof SearchIndex) this.#opened = opened;
    else onProblem(opened);
    return this.#opened?.isOpen === true ? this.#opened : undefined;
  }

  /** What is wrong with it. That it is behind is no news: the next search reads what is missing. */
  async check(): Promise<IndexFinding[]> {
    if (!existsSync(this.#file)) return [];
    const problem = (await this.index())?.check() ?? "it cannot be read";
    return problem === "" ? [] : [{ file: this.#file, kind: "unusable", detail: problem }];
  }

  async report(): Promise<SearchIndexReport | null> {
    if (!existsSync(this.#file)) return null;
    const logs = (await this.index())?.logs()?.size ?? 0;
    return { file: this.#file, bytes: this.#opened?.size() ?? 0, logs };
  }

  /** Builds it anew, if there is one. */
  async rebuild(searched: SearchedLogs): Promise<void> {
    const index = existsSync(this.#file) ? await this.index() : undefined;
    if (index === undefined) return;
    index.clear();
    await catchUp(index, searched);
  }

  /** Takes the words of all logs that are gone out of the file, down to the last byte. */
  async erase({ logs }: SearchedLogs): Promise<void> {
    const index = existsSync(this.#file) ? await this.index() : undefined;
    if (index === undefined) return;
    index.erase(index.gone(index.logs()?.values() ?? [], logs));
  }

  close(): void {
    this.#opened?.close();
    this.#opened = undefined;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    // Opening the index in it tells what is wrong.
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error;
  }
}
