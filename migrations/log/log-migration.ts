/** A decoded line of a session log. */
export type LogLine = { readonly [key: string]: unknown };

/** What a step must know of a line beyond the line itself; the reader of the log finds it out. */
export interface LineContext {
  /** The entry that a `firstKeptEntryIndex` counts to; null: it keeps nothing; undefined: the line has no usable index. */
  readonly keptId: string | null | undefined;
}

/** One step from a version of the log format to the next. */
export interface LogMigration {
  readonly from: number;
  readonly to: number;
  /** Pure and idempotent: a line that is already of the new version is given back as it is. */
  migrate(line: LogLine, context: LineContext): LogLine;
}
