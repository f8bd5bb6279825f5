import type { IndexSchema } from "./index-schema.ts";
import { searchV2 } from "./search-v2.ts";

/**
 * The schema of the search index that is written. A new version is due whenever the tables change, and whenever the
 * same entry gives other words.
 */
export const newestSearch: IndexSchema = searchV2;
