import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { native } from "../../src/dialects/native.ts";
import { NotASessionError, NotFoundError } from "../../src/errors.ts";
import { FileSource } from "../../src/log/file-source.ts";
import type { SearchedLogs } from "../../src/search/catch-up.ts";
import { findEntries } from "../../src/search/find-entries.ts";
import type { FoundOnce } from "../../src/search/found.ts";
import { readQuery } from "../../src/search/query.ts";
import { openSearchIndex, SearchIndex } from "../../src/search/search-index.ts";

/** A folder of logs with a search index. */
export class SearchFolder {
  readonly path: string;
  readonly index: string;

  constructor(path = realpathSync(mkdtempSync(join(tmpdir(), "search-index-")))) {
    this.path = path;
    this.index = join(path, "search.sqlite");
  }

  searched(onProgress: SearchedLogs["onProgress"] = () => undefined): SearchedLogs {
    const names = readdirSync(this.path).filter((name) => name.endsWith(".jsonl"));
    return {
      logs: names.map((name) => ({
        file: join(this.path, name),
        dialect: native,
        fallbackId: name.replace(".jsonl", ""),
      })),
      open: ({ file }) => FileSource.open(file),
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
