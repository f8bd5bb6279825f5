import { DurabilityUnknownError } from "../errors.ts";
import type { LogHandle } from "../log/log-handle.ts";

/**
 * When an append counts as done. In all cases the entry survives a crash of the process.
 * - `process`: at once; a power cut may lose it.
 * - `interval`: at once; a power cut may lose the last 200 ms. At a sync point the sync starts at once, too.
 * - `disk`: when the disk has it. Appends that wait share a sync.
 */
export type DurabilityLevel = "process" | "interval" | "disk";

const INTERVAL_MS = 200;

/** Keeps the promise of a durability level for one session. */
export class Durability {
  readonly #level: DurabilityLevel;
  readonly #handle: () => LogHandle | undefined;
  readonly #doubted: () => void;
  #timer: NodeJS.Timeout | undefined;
  #unsynced = false;
  #failure: DurabilityUnknownError | undefined;
  /** The sync that covers everything appended before it began. */
  #lastSync: Promise<void> | undefined;

  /** @param doubted is called when a sync failed: what memory holds must be read again */
  constructor(level: DurabilityLevel, handle: () => LogHandle | undefined, doubted: () => void) {
    this.#level = level;
    this.#handle = handle;
    this.#doubted = doubted;
  }

  /** Resolves when what was just appended, up to a sync point or not, is as durable as promised. */
  async hold(atSyncPoint: boolean): Promise<void> {
    this.#unsynced = true;
    if (this.#level === "disk") await this.flush();
    else if (this.#level === "interval" && atSyncPoint) void this.#flushLater();
    else if (this.#level === "interval")
      this.#timer ??= setTimeout(() => void this.#flushLater(), INTERVAL_MS).unref();
  }

  /** Resolves when everything is on disk. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#throwFailure();
    const handle = this.#handle();
    if (this.#unsynced && handle !== undefined) {
      this.#unsynced = false;
      this.#lastSync = this.#sync(handle);
    }
    await this.#lastSync;
  }

  /** A sync in the background has no one to tell: the next call that can is told. */
  async #flushLater(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      if (!(error instanceof DurabilityUnknownError)) throw error;
      this.#failure = error;
    }
  }

  #throwFailure(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
  }

  /** What cannot be read now is read by whoever asks next. */
  #readAgain(): void {
    try {
      this.#doubted();
    } catch {
      return;
    }
  }

  async #sync(handle: LogHandle): Promise<void> {
    try {
      await handle.sync();
    } catch (error) {
      this.#readAgain();
      throw error;
    }
  }
}
