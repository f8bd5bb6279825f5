import type { SessionTreeError } from "../errors.ts";
import type { Catalog } from "./catalog.ts";
import type { FileDamage, IndexFinding } from "./doctor.ts";
import type { Leftover } from "./leftovers.ts";
import type { ModeFinding } from "./open-modes.ts";
import type { SearchCache } from "./search-cache.ts";
import type { SessionOptions } from "./session.ts";
import type { LogRef, LogStorage, ReadableLog } from "./storage.ts";

/** How far a long operation has come. */
export type Progress = (done: number, total: number) => void;

/** What a store is made of. */
export interface StoreParts {
  readonly storage: LogStorage;
  readonly catalog: Catalog;
  /** The log that the storage has of this name. */
  readonly find: (file: string) => LogRef | undefined;
  /**
   * A log by its name: one of the store's, of its sources', or any file.
   * @throws NotFoundError, LogIoError, NotASessionError, UnsupportedVersionError, AmbiguousError
   */
  readonly logAt: (file: string) => LogRef;
  /** Opens any log, also one of another agent. */
  readonly openToRead: (log: LogRef) => ReadableLog;
  readonly sessionOptions: SessionOptions;
  /** Is told of each log that cannot be read. */
  readonly onUnreadable: (log: LogRef, error: SessionTreeError) => void;
  /** All logs, also those of other agents. */
  readonly logs: () => LogRef[];
  /** What of the store others may read or write. */
  readonly openModes: () => ModeFinding[];
  /** Blobs whose log is gone. */
  readonly orphans: () => FileDamage[];
  /** What processes that died have left. */
  readonly leftovers: () => Leftover[];
  readonly checkIndex: () => Promise<IndexFinding[]>;
  /** undefined: searches read the logs. */
  readonly searchCache: SearchCache | undefined;
  readonly rebuildIndex: (progress: Progress) => Promise<void>;
}
