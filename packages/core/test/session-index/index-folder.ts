import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { native } from "../../src/dialects/native.ts";
import { FileSource } from "../../src/log/file-source.ts";
import type { LogEnd } from "../../src/log/log-end.ts";
import { WholeLogNeeded, type LocatedHead } from "../../src/log/log-map.ts";
import type { LogHeader } from "../../src/log/log-rules.ts";
import { openIndex, type IndexOptions } from "../../src/session-index/open-index.ts";
import type { IndexedLog } from "../../src/session-index/log-reading.ts";
import { SessionIndex } from "../../src/session-index/session-index.ts";
import { readSummary } from "../../src/session-index/summarize.ts";
import type { SessionSummary } from "../../src/session-index/summary.ts";
import { SessionLog } from "../../src/store/session-log.ts";

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

function withSource<T>({ file }: IndexedLog, work: (source: FileSource) => T): T {
  const source = FileSource.open(file);
  try {
    return work(source);
  } finally {
    source.close();
  }
}

/** What can be told of a log whether one reads it whole or asks the index. */
export interface Contents {
  readonly summary: SessionSummary;
  /** Null: only the whole log tells. */
  readonly map: {
    readonly header: LogHeader | undefined;
    readonly id: string;
    readonly version: number;
    readonly leaf: string | null;
    readonly entries: readonly (LocatedHead | undefined)[];
  } | null;
}

/** Everything that reading the log from its start gives. */
export function fromLog(log: IndexedLog, now: number): Contents {
  return withSource(log, (source) => {
    const whole = new SessionLog(source, log.dialect, log.fallbackId);
    const { header: found, id, version, heads } = whole;
    return {
      summary: readSummary(source, log.dialect, log.fallbackId, now),
      map: { header: found, id, version, leaf: whole.activeLeaf()?.id ?? null, entries: [...heads] },
    };
  });
}

/** The same, asked of the index. */
export function fromIndex(index: SessionIndex, log: IndexedLog, now: number): Contents {
  const summary = index.summary(log, now);
  return { summary, map: mapOf(log, (source) => index.end(log, source, now)) };
}

/** The same map, asked of an index that is not behind. */
export function freshMap(index: SessionIndex, log: IndexedLog): Contents["map"] {
  return mapOf(log, (source) => index.freshEnd(log, source));
}

/** Other processes may be changing the index: then it does not answer, and the whole log does. */
function unlessWholeNeeded<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof WholeLogNeeded) return null;
    throw error;
  }
}

function mapOf(log: IndexedLog, endOf: (source: FileSource) => LogEnd | undefined): Contents["map"] {
  const map = (source: FileSource): Contents["map"] => {
    const end = endOf(source);
    if (end === undefined) return null;
    end.catchUp();
    const { header: found, id, version } = end.map;
    const ids = new SessionLog(source, log.dialect, log.fallbackId).heads.map((head) => head.id);
    const entries = ids.map((one) => end.map.entry(one));
    return { header: found, id, version, leaf: end.leaf?.id ?? null, entries };
  };
  return unlessWholeNeeded(() => withSource(log, map));
}
