import type { IndexSchema } from "./index-schema.ts";

/**
 * Heads are packed, many to a row, and damage is only counted: half the space, and a third of the time to fill it. Briefs
 * stand in an index, too: to read them from there takes half the time, and a sixteenth more space.
 */
export const indexV6: IndexSchema = {
  version: 6,
  pageSize: 16_384,
  sql: `
    CREATE TABLE sessions (
      no INTEGER PRIMARY KEY,
      file NOT NULL UNIQUE,          -- relative to the index's folder if it lies in it
      id NOT NULL,
      dialect TEXT NOT NULL,
      fallback NOT NULL,             -- the id that the log has without a header
      identity TEXT NOT NULL,        -- device and inode of the file that was read
      size INTEGER NOT NULL,
      changed TEXT NOT NULL,         -- mtime and ctime, in nanoseconds
      position INTEGER NOT NULL,     -- the first byte that is not settled
      head INTEGER NOT NULL,         -- checksum of the first 4 KiB before it
      tail INTEGER,                  -- checksum of the last 4 KiB before it; NULL: reading cannot go on from there
      version NOT NULL,              -- the version that the next line has
      early INTEGER NOT NULL,        -- an entry stood before the header
      header TEXT,                   -- its line
      value_ids TEXT NOT NULL,
      survey TEXT NOT NULL,          -- what the summary does not have of it
      summary TEXT NOT NULL,
      valid_from INTEGER,            -- the summary is true from this time on
      valid_until INTEGER,           -- and before this one
      entries INTEGER NOT NULL,
      linked INTEGER NOT NULL,       -- every entry stands behind what it is linked to
      damage INTEGER NOT NULL,       -- how much of it stays as it is
      brief TEXT NOT NULL,           -- what decides whether a list shows it, and where, and a checksum of the summary
      brief_sum INTEGER NOT NULL,
      checksum INTEGER NOT NULL      -- of all that
    );

    CREATE INDEX sessions_briefs ON sessions (file, brief, brief_sum);

    CREATE TABLE heads (
      key INTEGER PRIMARY KEY,       -- session << 30 | the place of its first entry in the log
      least BLOB NOT NULL,           -- of its ids, as they are packed
      greatest BLOB NOT NULL,
      packed BLOB NOT NULL,
      checksum INTEGER NOT NULL
    );
    CREATE INDEX heads_ids ON heads (key >> 30, greatest, least);

    CREATE TABLE leaves (
      session INTEGER NOT NULL,
      id NOT NULL,                   -- 16 bytes in place of a UUID
      PRIMARY KEY (session, id)
    ) WITHOUT ROWID;
  `,
};
