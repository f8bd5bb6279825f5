import { indexV2 } from "./index-v2.ts";
import type { IndexSchema } from "./index-schema.ts";

/** Damage counts links too and a retried line once; an annotation with a bad body has no effect; `linked` is new. */
export const indexV3: IndexSchema = {
  version: 3,
  sql: `${indexV2.sql}
    ALTER TABLE sessions ADD COLUMN linked INTEGER NOT NULL DEFAULT 0; -- every entry stands behind what it is linked to
  `,
};
