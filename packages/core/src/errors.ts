/** Stable codes. A code never changes its meaning; messages may. */
export type ErrorCode =
  | "NOT_FOUND"
  | "AMBIGUOUS"
  | "LEAF_MOVED"
  | "INVALID_ENTRY"
  | "INVALID_ARGUMENT"
  | "UNANSWERED_CALL"
  | "CUTS_TOOL_CALL"
  | "NOT_A_SESSION"
  | "UNSUPPORTED_VERSION"
  | "DISK_FULL"
  | "READ_ONLY"
  | "IO"
  | "DURABILITY_UNKNOWN"
  | "SESSION_GONE"
  | "FOREIGN_SESSION"
  | "PLACE_TAKEN"
  | "INDEX_UNAVAILABLE"
  | "CLOSED";

/** Every error this library throws on purpose: a stable `code`, and a `hint` that says what to do next. */
export class SessionTreeError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = options.hint;
  }
}

/** Nothing answers to `query`. */
export class NotFoundError extends SessionTreeError {
  readonly query: string;

  constructor(what: string, query: string, hint?: string) {
    super("NOT_FOUND", `No ${what} matches ${JSON.stringify(query)}`, hint === undefined ? {} : { hint });
    this.query = query;
  }
}

/** One of the things a too short `query` could mean. */
export interface Candidate {
  readonly id: string;
  /** A name, title or preview that lets a person tell the candidates apart. */
  readonly title: string;
  readonly file?: string;
  readonly active?: string;
}

/** More than one thing answers to `query`; `candidates` lists them. */
export class AmbiguousError extends SessionTreeError {
  readonly query: string;
  readonly candidates: readonly Candidate[];

  constructor(what: string, query: string, candidates: readonly Candidate[]) {
    super("AMBIGUOUS", `${JSON.stringify(query)} matches ${candidates.length} ${what}`, {
      // Copies of a log have the same id.
      hint: candidates.every(({ id }) => id === candidates[0]?.id)
        ? "They have one id: give the path of the log."
        : "Type more characters of the id.",
    });
    this.query = query;
    this.candidates = candidates;
  }
}

/** `append` was given `expectLeaf`, but the log's active leaf is another. Nothing was written. */
export class LeafMovedError extends SessionTreeError {
  readonly expected: string | null;
  readonly actual: string | null;

  constructor(expected: string | null, actual: string | null) {
    super(
      "LEAF_MOVED",
      `The active leaf is ${actual ?? "before the first entry"}, not ${expected ?? "that"}`,
      {
        hint: "Read what was appended, then append again with the new leaf.",
      },
    );
    this.expected = expected;
    this.actual = actual;
  }
}

/** A projection with `tools: "strict"` met a tool call without a result. */
export class UnansweredCallError extends SessionTreeError {
  readonly entryId: string;
  readonly callId: string;

  constructor(entryId: string, callId: string, tool: string) {
    super("UNANSWERED_CALL", `The call ${callId} of ${tool} in ${entryId} has no result`, {
      hint: "Append its result, or project with `tools` set to `synthesize` or `truncate`.",
    });
    this.entryId = entryId;
    this.callId = callId;
  }
}

/** A call of a tool and its result, as far as they are there. */
export interface CallAndResult {
  readonly callId: string;
  /** The entry whose turn made the call; null: it is not in the context any more. */
  readonly callEntryId: string | null;
  /** The entry of the result; null: it may still come. */
  readonly resultEntryId: string | null;
}

/** A compaction would keep a result, or one that may still come, without its call. Nothing was written. */
export class CutsToolCallError extends SessionTreeError {
  readonly callId: string;
  readonly callEntryId: string | null;
  readonly resultEntryId: string | null;
  /** The nearest entry before the cut from which on everything can be kept; null if there is none. */
  readonly keepFrom: string | null;

  constructor({ callId, callEntryId, resultEntryId }: CallAndResult, keepFrom: string | null) {
    const result = resultEntryId === null ? "a result that may still come" : `the result ${resultEntryId}`;
    super("CUTS_TOOL_CALL", `The compaction would keep ${result} without its call ${callId}`, {
      hint: cutHint(resultEntryId === null, keepFrom),
    });
    this.callId = callId;
    this.callEntryId = callEntryId;
    this.resultEntryId = resultEntryId;
    this.keepFrom = keepFrom;
  }
}

function cutHint(open: boolean, keepFrom: string | null): string {
  if (open) return "Append the result or close the turn first, or keep from the call on.";
  return keepFrom === null ? "Keep from an entry behind the result on." : `Keep from ${keepFrom} on.`;
}

/** What was given to `append` does not fit the format; `issues` names each place. Nothing was written. */
export class InvalidEntryError extends SessionTreeError {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super("INVALID_ENTRY", `Not a valid entry: ${issues.join("; ")}`, {
      hint: "The entry types are described in the format documentation.",
    });
    this.issues = issues;
  }
}

/** The file is no session log: empty, or with neither a header nor an entry. It is left as it is. */
export class NotASessionError extends SessionTreeError {
  readonly file: string;

  constructor(file: string, why: string) {
    super("NOT_A_SESSION", `${file} is not a session log: ${why}`);
    this.file = file;
  }
}

/** The log was written by a newer format (or a format we only recognise): it can be read as far as it goes, not written. */
export class UnsupportedVersionError extends SessionTreeError {
  readonly file: string;

  constructor(file: string, what: string) {
    super("UNSUPPORTED_VERSION", `${file} is written in ${what}`, {
      hint: "Fork it to continue in a session of this version, or use a newer session-tree.",
    });
    this.file = file;
  }
}

/** The session object was closed; open the session again. */
export class ClosedError extends SessionTreeError {
  readonly file: string;

  constructor(file: string) {
    super("CLOSED", `the session ${file} was closed`, { hint: "Open the session again." });
    this.file = file;
  }
}

/** The operating system refused an operation on a log; `cause` is its error. State and file mean what they meant before. */
export class LogIoError extends SessionTreeError {
  readonly file: string;

  constructor(code: "DISK_FULL" | "READ_ONLY" | "IO", file: string, cause: unknown, hint?: string) {
    super(code, `${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
      hint: hint ?? IO_HINTS[code],
    });
    this.file = file;
  }
}

const IO_HINTS = {
  DISK_FULL: "Free some space and append again with the same ids: nothing is written twice.",
  READ_ONLY: "Fork the session to a place you can write to.",
  IO: "Append again with the same ids: nothing is written twice.",
} as const;

/** The entry is in the log, but the disk did not confirm it. Memory and leaf follow the file. */
export class DurabilityUnknownError extends SessionTreeError {
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super("DURABILITY_UNKNOWN", `${file}: the disk did not confirm the last writes`, {
      cause,
      hint: "The entries are in the log; check the disk before relying on them.",
    });
    this.file = file;
  }
}

/** The session's file was removed, or another session stands in its place. Nothing is created in its stead. */
export class SessionGoneError extends SessionTreeError {
  readonly file: string;

  constructor(file: string) {
    super("SESSION_GONE", `${file} is gone or is another session now`, {
      hint: "Fork the session from memory, or restore its file.",
    });
    this.file = file;
  }
}

/** A session of another agent, or one that does not lie in this store: it is only read. Nothing was changed. */
export class ForeignSessionError extends SessionTreeError {
  readonly file: string;
  readonly dialect: string;

  constructor(file: string, dialect: string) {
    const owner = dialect === "native" ? "is not in this store" : `belongs to ${dialect}`;
    super("FOREIGN_SESSION", `${file} ${owner} and is only read`, {
      hint: "Only sessions of this store can be deleted; whoever made this file can remove it.",
    });
    this.file = file;
    this.dialect = dialect;
  }
}

/** A session cannot be restored, as its place is taken by another log. Both are as they were. */
export class PlaceTakenError extends SessionTreeError {
  readonly file: string;

  constructor(file: string) {
    super("PLACE_TAKEN", `Another log stands at ${file}`, {
      hint: "Delete that session or move its file away, then restore again.",
    });
    this.file = file;
  }
}
