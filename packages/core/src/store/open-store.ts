import type { SessionTreeError } from "../errors.ts";
import { FileSource } from "../log/file-source.ts";
import { dialectNamed } from "../dialects/registry.ts";
import { DiskStorage } from "./disk-storage.ts";
import type { DurabilityLevel } from "./durability.ts";
import { logFilesBelow, logName } from "./list-logs.ts";
import { MemoryStorage } from "./memory-storage.ts";
import { PlainCatalog } from "./plain-catalog.ts";
import { SessionStore } from "./session-store.ts";
import type { LogRef, ReadableLog } from "./storage.ts";

/** A folder where another agent keeps its sessions; it is only read. */
export interface SourceFolder {
  /** The dialect's name, such as `pi`. */
  readonly dialect: string;
  readonly folder: string;
}

/** Something the user should know once; no answer is wrong because of it. */
export interface Notice {
  readonly code: "INDEX_UNAVAILABLE" | "UNREADABLE_LOG";
  readonly message: string;
}

interface CommonOptions {
  /** Default: `disk`. */
  readonly durability?: DurabilityLevel | undefined;
  /** The clock. */
  readonly now?: (() => Date) | undefined;
  readonly onNotice?: ((notice: Notice) => void) | undefined;
}

/** A store in files. */
export interface DiskStoreOptions extends CommonOptions {
  /** The store's folder; it is made when something is written. */
  readonly root: string;
  readonly sources?: readonly SourceFolder[] | undefined;
  /** False: every answer comes from the logs. */
  readonly index?: boolean | undefined;
}

/** A store in memory, for tests of agent hosts. */
export interface MemoryStoreOptions extends CommonOptions {
  readonly memory: true;
}

/**
 * Opens a store. Nothing is read or written yet.
 * @throws SessionTreeError `INVALID_ARGUMENT` for a source of an unknown dialect
 */
export async function openStore(options: DiskStoreOptions | MemoryStoreOptions): Promise<SessionStore> {
  const { durability = "disk", now = () => new Date() } = options;
  const sessionOptions = { durability, now };
  if ("memory" in options) {
    const storage = new MemoryStorage();
    const openToRead = (log: LogRef) => storage.openToRead(log);
    return new SessionStore({ storage, openToRead, sessionOptions, ...plainCatalog(options, () => storage.logs(), openToRead) });
  }
  const storage = new DiskStorage(options.root);
  const sources = (options.sources ?? []).map(sourceLogs);
  const logs = () => [...storage.logs(), ...sources.flatMap((source) => source())];
  const openToRead = (log: LogRef) => FileSource.open(log.file);
  return new SessionStore({ storage, openToRead, sessionOptions, ...plainCatalog(options, logs, openToRead) });
}

function plainCatalog(options: CommonOptions, logs: () => LogRef[], open: (log: LogRef) => ReadableLog) {
  const { now = () => new Date(), onNotice = () => undefined } = options;
  const onUnreadable = (_log: LogRef, error: SessionTreeError) => onNotice({ code: "UNREADABLE_LOG", message: error.message });
  const catalog = new PlainCatalog({ logs, open, now, onUnreadable });
  return { catalog, checkIndex: async () => [], rebuildIndex: async () => undefined };
}

function sourceLogs({ dialect: name, folder }: SourceFolder): () => LogRef[] {
  const dialect = dialectNamed(name);
  return () => logFilesBelow(folder).map((file) => ({ file, dialect, fallbackId: dialect.fallbackId(logName(file)) }));
}
