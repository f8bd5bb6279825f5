import { dirname } from "node:path";
import type { SessionTreeError } from "../errors.ts";
import { openLog } from "../dialects/open-log.ts";
import { DiskStorage } from "./disk-storage.ts";
import type { DurabilityLevel } from "./durability.ts";
import { IndexedCatalog, type IndexedCatalogOptions } from "./indexed-catalog.ts";
import { indexFile, searchIndexFile } from "./layout.ts";
import { leftoversIn, type Leftover } from "./leftovers.ts";
import { MemoryStorage } from "./memory-storage.ts";
import { PlainCatalog, unreadable, type CatalogOptions } from "./plain-catalog.ts";
import { logAt } from "./open-log.ts";
import type { FileDamage } from "./doctor.ts";
import { orphanNotices } from "./orphan-blobs.ts";
import { openModes, type ModeFinding } from "./open-modes.ts";
import { SearchCache } from "./search-cache.ts";
import { SessionStore } from "./session-store.ts";
import { Source, type SourceFolder } from "./source.ts";
import { spillAbove, type SpillOption } from "./spill-option.ts";
import type { Progress, StoreParts } from "./store-parts.ts";
import type { LogRef, LogStorage, ReadableLog } from "./storage.ts";

/** Something the user should know once; no answer is wrong because of it. */
export interface Notice {
  readonly code: "INDEX_UNAVAILABLE" | "UNREADABLE_LOG";
  readonly message: string;
}

interface CommonOptions {
  /** Default: `disk`. */
  readonly durability?: DurabilityLevel | undefined;
  /**
   * Keeps large texts and images of messages beside the log, in files of their own, so that its lines stay small: those
   * of more than 256 KiB, or of more than `above` bytes (of UTF-8; of base64). Default: false.
   */
  readonly spill?: SpillOption | undefined;
  /** The clock. */
  readonly now?: (() => Date) | undefined;
  readonly onNotice?: ((notice: Notice) => void) | undefined;
  /** Is told how many of all sessions were looked at, each time that all are: the first time they are read. */
  readonly onProgress?: Progress | undefined;
}

/** A store in files. */
export interface DiskStoreOptions extends CommonOptions {
  /** The store's folder; it is made when something is written. */
  readonly root: string;
  readonly sources?: readonly SourceFolder[] | undefined;
  /** False: every answer comes from the logs. */
  readonly index?: boolean | undefined;
  /** False: searches read the logs, and no search index is made. */
  readonly searchIndex?: boolean | undefined;
}

/** A store in memory, for tests of agent hosts. */
export interface MemoryStoreOptions extends CommonOptions {
  readonly memory: true;
}

/** A store over a storage engine of the host's own. It has no index: every answer comes from the logs. */
export interface EngineStoreOptions extends CommonOptions {
  /** One that passes `engineChecks` of `@session-tree/core/testing`. */
  readonly storage: LogStorage;
}

type StoreOptions = DiskStoreOptions | MemoryStoreOptions | EngineStoreOptions;

/**
 * Opens a store. Nothing is read or written yet.
 * @throws SessionTreeError `INVALID_ARGUMENT` for a source of an unknown dialect, or a limit that is no size
 */
export async function openStore(options: StoreOptions): Promise<SessionStore> {
  const { durability = "disk", now = () => new Date() } = options;
  const sessionOptions = { durability, now, spillAbove: spillAbove(options.spill) };
  return new SessionStore({ sessionOptions, ...partsOf(options, now) });
}

function partsOf(options: StoreOptions, now: () => Date): Omit<StoreParts, "sessionOptions"> {
  const { onProgress } = options;
  const onUnreadable = (_log: LogRef, error: SessionTreeError): void =>
    options.onNotice?.({ code: "UNREADABLE_LOG", message: error.message });
  if (!("root" in options)) {
    const storage = "storage" in options ? options.storage : new MemoryStorage();
    const open = (log: LogRef): ReadableLog => (storage.holds(log) ? storage.openToRead(log) : openLog(log));
    const logs = (): LogRef[] => storage.logs();
    const find = (file: string): LogRef | undefined => logs().find((log) => log.file === file);
    const at = (file: string): LogRef => find(file) ?? logAt(file);
    const beside = { openModes: () => [], orphans: () => [], leftovers: () => [], searchCache: undefined };
    const parts = { storage, logs, find, logAt: at, openToRead: open, onUnreadable, ...beside };
    return { ...parts, ...plain({ logs, open, now, onUnreadable, onProgress }) };
  }
  const storage = new DiskStorage(options.root);
  const sources = (options.sources ?? []).map(
    (source) => new Source(options.root, source, (log, error) => onUnreadable(log, unreadable(log, error))),
  );
  const logs = (): LogRef[] => [...storage.logs(), ...sources.flatMap((source) => source.logs())];
  const find = (file: string): LogRef | undefined => storage.find(file);
  const at = (file: string): LogRef =>
    find(file) ?? firstOf(sources, (source) => source.find(file)) ?? logAt(file);
  const open = (log: LogRef): ReadableLog => openLog(log);
  const catalog = { logs, open, now, onUnreadable, onProgress };
  const modes = (): ModeFinding[] => openModes(options.root);
  const orphans = (): FileDamage[] =>
    orphanNotices(
      storage.root,
      storage.trash.list().map(({ from }) => from),
    );
  const leftovers = (): Leftover[] => leftoversIn(options.root, now());
  const onUnavailable = unavailable(options);
  const searchCache =
    options.index === false || options.searchIndex === false
      ? undefined
      : new SearchCache(searchIndexFile(storage.root), onUnavailable);
  const beside = { openModes: modes, orphans, leftovers, searchCache };
  const parts = { storage, logs, find, logAt: at, openToRead: open, onUnreadable, ...beside };
  if (options.index === false) return { ...parts, ...plain(catalog) };
  const indexOf = (log: LogRef): string | undefined =>
    storage.holds(log) ? indexFile(dirname(log.file)) : sources.find((source) => source.holds(log))?.index;
  return {
    ...parts,
    ...indexed({ ...catalog, indexOf, onUnavailable }),
  };
}

function firstOf<T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function plain(options: CatalogOptions): Pick<StoreParts, "catalog" | "checkIndex" | "rebuildIndex"> {
  return {
    catalog: new PlainCatalog(options),
    checkIndex: async () => [],
    rebuildIndex: async () => undefined,
  };
}

function indexed(
  options: IndexedCatalogOptions,
): Pick<StoreParts, "catalog" | "checkIndex" | "rebuildIndex"> {
  const catalog = new IndexedCatalog(options);
  return {
    catalog,
    checkIndex: () => catalog.check(),
    rebuildIndex: (progress) => catalog.rebuild(progress),
  };
}

/** Tells of indexes that do not serve, once for each reason: a missing module fails for every folder alike. */
function unavailable({ onNotice }: DiskStoreOptions): IndexedCatalogOptions["onUnavailable"] {
  const told = new Set<string>();
  return (index, { reason, detail }) => {
    if (told.has(reason)) return;
    told.add(reason);
    const what =
      reason === "no-module"
        ? "better-sqlite3 cannot be loaded"
        : `the index ${index} cannot be used (${reason})`;
    onNotice?.({
      code: "INDEX_UNAVAILABLE",
      message: `${what}: ${firstLine(detail)}. The logs are read instead.`,
    });
  };
}

/** A module that is not found lists every place where it was sought, a line each. */
function firstLine(text: string): string {
  return text.split("\n", 1)[0]!.replace(/[.:]?( Tried:)?$/, "");
}
