import type { IndexSchema } from "./index-schema.ts";
import { indexV6 } from "./index-v6.ts";

/**
 * The schema that is written. An index of an older version is emptied and built anew, as it is only a cache. A new
 * version is due whenever the tables change, and whenever the same log reads differently than before.
 */
export const newestIndex: IndexSchema = indexV6;
