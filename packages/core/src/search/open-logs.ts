import type { IndexedLog } from "../session-index/log-reading.ts";
import type { SearchedLogs } from "./catch-up.ts";

type Source = ReturnType<SearchedLogs["open"]>;

/** How many logs are open at once. */
const MOST = 64;

/** Logs that are read here and there, each opened once while few others are. */
export class OpenLogs {
  readonly #open: SearchedLogs["open"];
  readonly #sources = new Map<string, Source>();

  constructor(open: SearchedLogs["open"]) {
    this.#open = open;
  }

  /** @throws NotFoundError, NotASessionError, LogIoError */
  get(log: IndexedLog): Source {
    const known = this.#sources.get(log.file);
    if (known !== undefined) return known;
    const [oldest] = this.#sources;
    if (oldest !== undefined && this.#sources.size >= MOST) {
      oldest[1].close();
      this.#sources.delete(oldest[0]);
    }
    const source = this.#open(log);
    this.#sources.set(log.file, source);
    return source;
  }

  close(): void {
    for (const source of this.#sources.values()) source.close();
    this.#sources.clear();
  }
}
