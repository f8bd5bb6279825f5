import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { native } from "../../src/dialects/native.ts";
import type { Damage } from "../../src/format/damage.ts";
import { FileSource } from "../../src/log/file-source.ts";
import { LogMap, type LocatedHead } from "../../src/log/log-map.ts";
import type { LogHeader } from "../../src/log/log-rules.ts";
import { openIndex, type IndexOptions } from "../../src/session-index/open-index.ts";
import type { IndexedLog } from "../../src/session-index/log-reading.ts";
import { SessionIndex } from "../../src/session-index/session-index.ts";
import { readSummary } from "../../src/session-index/summarize.ts";

export const NOW = Date.parse("2026-06-01T00:00:00.000Z");

/** A folder with an index and its logs, as the store has one for each project. */
export class IndexFolder {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), "session-index-")));
  readonly index = join(this.path, "index.sqlite");

  log(name: string, ...lines: string[]): IndexedLog {
    const file = join(this.path, `${name}.jsonl`);
    writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
    return { file, dialect: native, fallbackId: name };
  }

  async open(options?: IndexOptions): Promise<SessionIndex> {
    const opened = await openIndex(this.index, options);
    if (opened instanceof SessionIndex) return opened;
    throw new Error(`no index: ${opened.reason}: ${opened.detail}`);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export function append({ file }: IndexedLog, text: string): void {
  appendFileSync(file, text);
}

export function header(id: string, more: object = {}): string {
  const known = { type: "session", format: "session-tree", version: 2, id, timestamp: time(0), cwd: "/p" };
  return JSON.stringify({ ...known, ...more });
}

export function user(id: string, parentId: string | null, text = id, minute = 1): string {
  const message = { role: "user", content: [{ type: "text", text }] };
  return JSON.stringify({ type: "message", id, parentId, timestamp: time(minute), message });
}

export function time(minute: number): string {
  return new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
}

interface Contents {
  readonly header: LogHeader | undefined;
  readonly id: string;
  readonly version: number;
  readonly entries: readonly LocatedHead[];
  readonly damage: readonly Damage[];
}

/** What a map says once it is at the end of the log. */
function contents(map: LogMap): Contents {
  map.catchUp();
  const { header: found, id, version, entries, damage } = map;
  return { header: found, id, version, entries, damage };
}

function withSource<T>({ file }: IndexedLog, work: (source: FileSource) => T): T {
  const source = FileSource.open(file);
  try {
    return work(source);
  } finally {
    source.close();
  }
}

/** Everything that reading the log from its start gives. */
export function fromLog(log: IndexedLog, now: number) {
  return withSource(log, (source) => {
    const { summary, leaves } = readSummary(source, log.dialect, log.fallbackId, now);
    return { summary, leaves, ...contents(new LogMap(source, log.dialect, log.fallbackId)) };
  });
}

/** The same, asked of the index. */
export function fromIndex(index: SessionIndex, log: IndexedLog, now: number) {
  const summary = index.summary(log, now);
  const leaves = index.leaves(log, now);
  const state = index.map(log, now)?.state;
  return withSource(log, (source) => {
    return { summary, leaves, ...contents(new LogMap(source, log.dialect, log.fallbackId, state)) };
  });
}
