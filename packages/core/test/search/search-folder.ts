import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Dialect } from "../../src/dialects/dialect.ts";
import { foreignLog } from "../../src/dialects/log-name.ts";
import { native } from "../../src/dialects/native.ts";
import { openLog } from "../../src/dialects/open-log.ts";
import { NotASessionError, NotFoundError } from "../../src/errors.ts";
import type { SearchedLogs } from "../../src/search/catch-up.ts";
import { findEntries } from "../../src/search/find-entries.ts";
import type { FoundOnce } from "../../src/search/found.ts";
import { readQuery } from "../../src/search/query.ts";
import { openSearchIndex, SearchIndex } from "../../src/search/search-index.ts";

/** A folder of logs of one dialect, with a search index. */
export class SearchFolder {
  readonly path: string;
  readonly index: string;
  readonly #dialect: Dialect;
  /** How many logs were opened. */
  opened = 0;

  constructor(path = realpathSync(mkdtempSync(join(tmpdir(), "search-index-"))), dialect: Dialect = native) {
    this.path = path;
    this.#dialect = dialect;
    this.index = join(path, "search.sqlite");
  }

  searched(onProgress: SearchedLogs["onProgress"] = () => undefined): SearchedLogs {
    const names = readdirSync(this.path).filter((name) => name.endsWith(".jsonl"));
    return {
      logs: names.map((name) => foreignLog(this.#dialect, { file: join(this.path, name) })),
      open: (log) => {
        this.opened++;
        return openLog(log);
      },
      onUnreadable: (_, error) => {
        if (!(error instanceof NotASessionError || error instanceof NotFoundError)) throw error;
      },
      onProgress,
    };
  }

  async open(): Promise<SearchIndex | undefined> {
    const opened = await openSearchIndex(this.index, { timeout: 2000 });
    return opened instanceof SearchIndex ? opened : undefined;
  }

  async find(text: string, index: SearchIndex | undefined, limit = 5): Promise<readonly FoundOnce[]> {
    return findEntries(this.searched(), index, readQuery(text, { now: 0 }), limit);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
