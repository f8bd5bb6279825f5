import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { SessionTreeError, type ErrorCode } from "../../errors.ts";
import type { BlobRef } from "../../format/blob.ts";
import type { LogHandle } from "../../log/log-handle.ts";
import { openStore } from "../../store/open-store.ts";
import type { SessionStore } from "../../store/session-store.ts";
import type { LogRef, LogStorage, ReadableLog } from "../../store/storage.ts";
import type { TestedEngine } from "./tested-engine.ts";

/** Promises of an engine by their names, and how each is tried. */
export type Promises<T extends TestedEngine = TestedEngine> = Readonly<
  Record<string, (trial: Trial<T>) => void | Promise<void>>
>;

/** One check of one engine: what it opens is closed when it is over. */
export class Trial<T extends TestedEngine = TestedEngine> {
  readonly engine: T;
  readonly storage: LogStorage;
  readonly #patience: number;
  readonly #ends: (() => void | Promise<void>)[] = [];

  constructor(engine: T, patience: number) {
    this.engine = engine;
    this.storage = engine.storage;
    this.#patience = patience;
  }

  /** Has something done when the check is over; the last one first. */
  after(end: () => void | Promise<void>): void {
    this.#ends.unshift(end);
  }

  async end(): Promise<void> {
    for (const end of this.#ends) await end();
    await this.engine.remove?.();
  }

  /** A handle that is closed in the end. */
  handle(log: LogRef, storage = this.storage): LogHandle {
    const handle = storage.openToAppend(log);
    this.after(() => handle.close());
    return handle;
  }

  /** A reader that is closed in the end. */
  reader(log: LogRef, storage = this.storage): ReadableLog {
    const reader = storage.openToRead(log);
    this.after(() => reader.close());
    return reader;
  }

  /** What someone who opens a log now reads. */
  text(log: LogRef, storage = this.storage): string {
    const reader = storage.openToRead(log);
    try {
      const bytes = Buffer.alloc(reader.size());
      return bytes.toString("utf8", 0, reader.read(bytes, 0));
    } finally {
      reader.close();
    }
  }

  /** The bytes of a blob for someone who opens its log now. */
  blob(log: LogRef, ref: BlobRef, storage = this.storage): string | undefined {
    const reader = storage.openToRead(log);
    try {
      return reader.blob?.(ref)?.toString("utf8");
    } finally {
      reader.close();
    }
  }

  /** A store over the engine that is closed in the end. */
  async store(storage = this.storage, spill?: { above: number }): Promise<SessionStore> {
    const store = await openStore({ storage, spill });
    this.after(() => store.close());
    return store;
  }

  /** Waits until something has happened. */
  async until(happened: () => boolean, what: string): Promise<void> {
    for (const start = performance.now(); !happened(); await sleep(2))
      assert.ok(performance.now() - start < this.#patience, `not within ${this.#patience} ms: ${what}`);
  }
}

/** Holds that something is refused with one of our errors, and one of these codes. */
export async function refused(codes: readonly ErrorCode[], work: () => unknown): Promise<void> {
  await assert.rejects(
    async () => work(),
    (error) => {
      assert.ok(error instanceof SessionTreeError, `not an error of ours: ${String(error)}`);
      assert.ok(codes.includes(error.code), `refused as ${error.code}, not as ${codes.join(" or ")}`);
      return true;
    },
  );
}

/** What the medium may refuse with. */
export const REFUSALS: readonly ErrorCode[] = ["DISK_FULL", "READ_ONLY", "IO"];
