import { newestIndex, INDEX_APPLICATION_ID } from "@session-tree/migrations";
import type { IndexUnavailable } from "./index-unavailable.ts";
import { openCache, type CacheKind, type IndexOptions } from "./open-cache.ts";
import { SessionIndex } from "./session-index.ts";

export type { IndexOptions } from "./open-cache.ts";

const KIND: CacheKind<SessionIndex> = {
  schema: { ...newestIndex, application: INDEX_APPLICATION_ID },
  open: (database, file, hooks) => new SessionIndex(database, file, hooks),
};

/** Opens the index at `file`, as `openCache` does. */
export async function openIndex(
  file: string,
  options: IndexOptions = {},
): Promise<SessionIndex | IndexUnavailable> {
  return openCache(file, KIND, options);
}
