/** One version of the index's schema. */
export interface IndexSchema {
  /** Stands in the file as `user_version`. */
  readonly version: number;
  /** Bytes of a page in a new file: rows of more than a kilobyte leave less of a large one empty. */
  readonly pageSize?: number;
  /** Creates everything in an empty database. */
  readonly sql: string;
}

/** Stands in the file as `application_id` ("STre"), so that a database of someone else is never touched. */
export const INDEX_APPLICATION_ID = 0x53547265;

/** The same of the search index ("STsr"). */
export const SEARCH_APPLICATION_ID = 0x53547372;
