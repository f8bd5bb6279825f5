import type { IndexSchema } from "./index-schema.ts";
import { searchV1 } from "./search-v1.ts";

/**
 * What is searched of sessions that are told anew is kept: to tell one for each search takes seconds. Words are in one
 * column: in the second of two, each takes two bytes more.
 */
export const searchV2: IndexSchema = {
  version: 2,
  sql: `${searchV1.sql}
    DROP TABLE words;
    CREATE VIRTUAL TABLE words USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'ascii');
    INSERT INTO words (words, rank) VALUES ('hashsize', 67108864);

    CREATE TABLE texts (
      log INTEGER NOT NULL,
      first INTEGER NOT NULL,        -- where the first of its entries stands in what is told
      told BLOB NOT NULL,            -- hash of all that is told before
      entries BLOB NOT NULL,         -- what is searched of them, compressed
      PRIMARY KEY (log, first)
    );
  `,
};
