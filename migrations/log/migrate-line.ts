import type { LineContext, LogLine, LogMigration } from "./log-migration.ts";
import { v1ToV2 } from "./v1-to-v2.ts";

/** Every step of the log format, oldest first: each leads to the version that the next one starts from. */
export const logMigrations: readonly LogMigration[] = [v1ToV2];

/** Brings a decoded line of `fromVersion` to the newest version; a line of that or a later one stays as it is. */
export function migrateLine(line: LogLine, fromVersion: number, context: LineContext): LogLine {
  return logMigrations
    .filter(({ from }) => from >= fromVersion)
    .reduce((migrated, step) => step.migrate(migrated, context), line);
}
