import type { IndexSchema } from "./index-schema.ts";

/**
 * Columns without a type hold what fits best: small numbers in place of well-known words, canonical times and parents
 * in the same log, 16 bytes in place of a UUID, else the text itself.
 */
export const indexV1: IndexSchema = {
  version: 1,
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
      head BLOB NOT NULL,            -- hash of the first 4 KiB before it
      tail BLOB,                     -- hash of the last 4 KiB before it; NULL: reading cannot go on from there
      version NOT NULL,              -- the version that the next line has
      early INTEGER NOT NULL,        -- an entry stood before the header
      header TEXT,
      value_ids TEXT NOT NULL,
      survey TEXT NOT NULL,
      summary TEXT NOT NULL,
      valid_from INTEGER,            -- the summary is true from this time on
      valid_until INTEGER,           -- and before this one
      entries INTEGER NOT NULL,
      checksum BLOB NOT NULL
    );
    CREATE INDEX sessions_id ON sessions (id);

    CREATE TABLE entries (
      key INTEGER PRIMARY KEY,       -- session << 30 | seq, its place in the log
      id NOT NULL,
      parent,                        -- NULL: none; a number: that seq; else its id
      type NOT NULL,
      role,
      time,
      target,                        -- 0: null
      label,                         -- 0: null
      kept,                          -- 0: null
      offset INTEGER NOT NULL,
      length INTEGER NOT NULL,
      version NOT NULL,
      stated INTEGER NOT NULL
    );
    CREATE INDEX entries_id ON entries (id);

    CREATE TABLE leaves (
      session INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (session, seq)
    ) WITHOUT ROWID;

    CREATE TABLE damage (
      session INTEGER NOT NULL,
      body INTEGER NOT NULL,         -- 0: of lines, 1: of bodies
      seq INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      length INTEGER NOT NULL,
      kind TEXT NOT NULL,
      detail NOT NULL,
      PRIMARY KEY (session, body, seq)
    ) WITHOUT ROWID;
  `,
};
