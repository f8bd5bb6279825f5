import type { IndexSchema } from "./index-schema.ts";

/**
 * Where the words of all entries stand, and what is searched of sessions that are told anew. A slot is the time of an
 * entry, of every four seconds there are four, so that the newest matches are those with the greatest rowids, and that these lie close together: with a time in milliseconds
 * as rowid the words take a third more space.
 */
export const searchV2: IndexSchema = {
  version: 2,
  sql: `
    CREATE TABLE logs (
      no INTEGER PRIMARY KEY,
      file TEXT NOT NULL UNIQUE,     -- relative to the index's folder if it lies in it
      dialect TEXT NOT NULL,
      fallback TEXT NOT NULL,        -- the id that the log has without a header
      identity TEXT NOT NULL,        -- device and inode of the file that was read
      size INTEGER NOT NULL,         -- up to where it was read, if it was not read to its end
      changed TEXT NOT NULL,         -- mtime and ctime, in nanoseconds; empty: it was not read to its end
      position INTEGER NOT NULL,     -- entries before this byte are in
      head INTEGER NOT NULL,         -- checksum of the first 4 KiB before it
      tail INTEGER,                  -- checksum of the last 4 KiB before it; NULL: reading cannot go on from there
      cwd TEXT,
      copy INTEGER NOT NULL,         -- 0: a session of its own, 1: a fork, 2: of another agent
      branches TEXT NOT NULL
    );

    CREATE TABLE places (
      slot INTEGER PRIMARY KEY,
      log INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      length INTEGER NOT NULL,
      version INTEGER NOT NULL,      -- of its line
      id                             -- where the line states none
    );

    -- In one column: in the second of two, each word takes two bytes more.
    CREATE VIRTUAL TABLE words USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'ascii');

    -- A whole batch in memory before it is written: what is written in pieces has to be merged again.
    INSERT INTO words (words, rank) VALUES ('hashsize', 67108864);

    -- Of sessions that are told anew, as to tell one for each search takes seconds.
    CREATE TABLE texts (
      log INTEGER NOT NULL,
      first INTEGER NOT NULL,        -- where the first of its entries stands in what is told
      told BLOB NOT NULL,            -- hash of all that is told before
      entries BLOB NOT NULL,         -- what is searched of them, compressed
      PRIMARY KEY (log, first)
    );
  `,
};
