import type { LogMigration } from "./log-migration.ts";

/**
 * Version 1 named the first kept entry of a compaction by its index in the file; version 2 names it by its id. The ids
 * and parents that version 1 lines may lack are derived by the reader, as they depend on where a line stands.
 */
export const v1ToV2: LogMigration = {
  from: 1,
  to: 2,
  migrate(line, { keptId }) {
    if (line["type"] !== "compaction" || !("firstKeptEntryIndex" in line)) return line;
    // Something else under this key is an unknown field: it is carried.
    if (keptId === undefined) return line;
    const { firstKeptEntryIndex: _, ...rest } = line;
    return "firstKeptEntryId" in rest ? rest : { ...rest, firstKeptEntryId: keptId };
  },
};
