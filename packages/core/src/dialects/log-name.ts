import type { Dialect } from "./dialect.ts";
import type { ForeignSession } from "./translation.ts";

/** A log, as the store and its index name it. */
export interface LogName {
  /** Names it in its storage: a path; `path#part` for one of the sessions of another agent's file. */
  readonly file: string;
  readonly dialect: Dialect;
  /** The session's id if its header cannot be read. */
  readonly fallbackId: string;
  /** Set where the dialect translates: what is told anew. */
  readonly foreign?: ForeignSession | undefined;
}

/** The log of a session that a translation found. */
export function foreignLog(dialect: Dialect, foreign: ForeignSession): LogName {
  const { file, part } = foreign;
  const fallbackId = dialect.fallbackId(part ?? logName(file));
  return { file: part === undefined ? file : `${file}#${part}`, dialect, fallbackId, foreign };
}

/** The file and the part in the name of a log of a file that holds several; undefined: it names no part. */
export function splitPart(name: string): { file: string; part: string } | undefined {
  const at = name.lastIndexOf("#");
  return at <= 0 || at === name.length - 1
    ? undefined
    : { file: name.slice(0, at), part: name.slice(at + 1) };
}

/** A log's file name without its extension. */
export function logName(file: string): string {
  return file
    .slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1)
    .replace(/\.(jsonl|jsonl\.zst|json)$/, "");
}
