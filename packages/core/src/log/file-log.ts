import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  readSync,
  statSync,
  unwatchFile,
  watch,
  watchFile,
  writeSync,
  type BigIntStats,
  type FSWatcher,
} from "node:fs";
import { promisify } from "node:util";
import { DurabilityUnknownError, NotFoundError, SessionGoneError } from "../errors.ts";
import type { BlobRef } from "../format/blob.ts";
import { blobFolder, readBlob } from "./blob-folder.ts";
import type { ByteSource } from "./byte-source.ts";
import { GroupSync } from "./group-sync.ts";
import { orIoError } from "./io-error.ts";
import type { LogHandle } from "./log-handle.ts";
import { openRegular, readFully } from "./regular-file.ts";

const NEWLINE = Buffer.from("\n");

/** How often an append whose bytes are not found in the file is written again. */
const ATTEMPTS = 3;

/** In bytes. Most entries are shorter, and are read back into the same memory. */
const SCRATCH = 16 << 10;

/** Names a file for as long as it is open. */
type FileIdentity = Pick<BigIntStats, "dev" | "ino">;

const datasync = promisify(fdatasync);

/**
 * A log in a file. An append is one `writeSync` of whole lines on an `O_APPEND` descriptor: several processes so never
 * mix their lines, without a lock. (The promise API splits at 512 KiB.)
 */
export class FileLog implements LogHandle {
  readonly name: string;
  readonly #isSame: (own: ByteSource) => boolean;
  readonly #scratch = Buffer.allocUnsafe(SCRATCH);
  readonly #syncs = new GroupSync(() => this.#datasync());
  #descriptor: number;
  /** The descriptor's own file. */
  #file: FileIdentity;
  /** Where the last append ended: the byte before it is a newline. */
  #end = 0;
  /** A sync failed, and the descriptor could not be opened anew. */
  #isDead = false;

  /**
   * @param isSame whether the file that took the log's name is still the session in the log's own one
   * @throws NotFoundError, NotASessionError, LogIoError
   */
  constructor(file: string, isSame: (own: ByteSource) => boolean) {
    this.name = file;
    this.#isSame = isSame;
    this.#descriptor = openToAppend(file);
    this.#file = this.#identity();
  }

  size(): number {
    return orIoError(this.name, () => fstatSync(this.#descriptor).size);
  }

  read(target: Uint8Array, position: number): number {
    return orIoError(this.name, () => readFully(this.#descriptor, target, position));
  }

  blob(ref: BlobRef): Buffer | undefined {
    return readBlob(this.name, ref);
  }

  hasBlobs(): boolean {
    return existsSync(blobFolder(this.name));
  }

  /** Another file is taken over only if it is the same session. */
  follow(): number | undefined {
    const named = orIoError(this.name, () => statSync(this.name, { bigint: true, throwIfNoEntry: false }));
    const same = named !== undefined && named.dev === this.#file.dev && named.ino === this.#file.ino;
    if (same && !this.#isDead) return Number(named.size);
    if (named === undefined || !this.#isSame(this)) throw new SessionGoneError(this.name);
    this.#reopen();
    return undefined;
  }

  seal(): boolean {
    if (this.#endsWithNewline(this.size())) return false;
    orIoError(this.name, () => writeSync(this.#descriptor, NEWLINE));
    return true;
  }

  append(lines: Buffer, size = this.size()): number | undefined {
    return orIoError(this.name, () => this.#write(lines, size));
  }

  sync(): Promise<void> {
    return this.#syncs.request();
  }

  watch(changed: () => void): () => void {
    let watcher: FSWatcher;
    try {
      watcher = watch(this.name, { persistent: false }, changed);
    } catch {
      // The system has no watcher left to give, or none for this disk: then we look now and then.
      watchFile(this.name, { persistent: false, interval: 500 }, changed);
      return () => unwatchFile(this.name, changed);
    }
    // A watcher that fails (the file is gone) only stops telling: the next append finds out.
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  }

  async close(): Promise<void> {
    orIoError(this.name, () => closeSync(this.#descriptor));
  }

  #identity(): FileIdentity {
    return orIoError(this.name, () => fstatSync(this.#descriptor, { bigint: true }));
  }

  #reopen(): void {
    let fresh: number;
    try {
      fresh = openToAppend(this.name);
    } catch (error) {
      if (error instanceof NotFoundError) throw new SessionGoneError(this.name);
      throw error;
    }
    const old = this.#descriptor;
    this.#descriptor = fresh;
    this.#file = this.#identity();
    this.#end = 0;
    this.#isDead = false;
    orIoError(this.name, () => closeSync(old));
  }

  #write(lines: Buffer, size: number): number | undefined {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = attempt === 0 ? size : this.size();
      // A torn tail is sealed, never cut: the newline is harmless where a writer is only late.
      const sealed = attempt === 0 && this.#endsWithNewline(before) ? lines : Buffer.concat([NEWLINE, lines]);
      const written = this.#put(sealed, before);
      try {
        const end = written === sealed.length ? this.#readEnd(sealed.length, before) : undefined;
        if (end !== undefined) {
          if (!end.equals(sealed)) return undefined;
          this.#end = before + sealed.length;
          return this.#end - lines.length;
        }
        // Another process wrote too: look for our bytes.
        if (this.#holds(lines, before)) return undefined;
      } catch (error) {
        throw written === sealed.length ? new DurabilityUnknownError(this.name, error) : error;
      }
    }
    throw new Error(`what was written is not in the file after ${ATTEMPTS} attempts`);
  }

  /**
   * Writes at the end; gives how much. A short write hides an error: it is gone on with, which either works or tells the
   * error, but only while nobody else has written behind it.
   */
  #put(bytes: Buffer, before: number): number {
    let done = 0;
    do done += writeSync(this.#descriptor, bytes, done);
    while (done < bytes.length && this.size() === before + done);
    return done;
  }

  /** The log's last `length` bytes, if they are those behind `at`. One read so tells both size and content. */
  #readEnd(length: number, at: number): Buffer | undefined {
    const target = length < this.#scratch.length ? this.#scratch : Buffer.allocUnsafe(length + 1);
    const count = readSync(this.#descriptor, target, 0, length + 1, at);
    return count === length ? target.subarray(0, length) : undefined;
  }

  #endsWithNewline(size: number): boolean {
    if (size === 0 || size === this.#end) return true;
    const last = Buffer.alloc(1);
    this.read(last, size - 1);
    return last[0] === 0x0a;
  }

  /** Whether `lines` stand at the start of a line somewhere behind `from`. */
  #holds(lines: Buffer, from: number): boolean {
    const start = Math.max(from - 1, 0);
    const tail = Buffer.alloc(this.size() - start);
    this.read(tail, start);
    for (let at = tail.indexOf(lines); at >= 0; at = tail.indexOf(lines, at + 1)) {
      if (at + start === 0 || tail[at - 1] === 0x0a) return true;
    }
    return false;
  }

  /** Where it fails, `follow` tries again, and tells. */
  #tryToReopen(): void {
    try {
      this.#reopen();
    } catch {
      return;
    }
  }

  /** A failed sync is never tried again: the kernel may have dropped the pages and would then report success. */
  async #datasync(): Promise<void> {
    try {
      await datasync(this.#descriptor);
    } catch (error) {
      this.#isDead = true;
      this.#tryToReopen();
      throw new DurabilityUnknownError(this.name, error);
    }
  }
}

function openToAppend(file: string): number {
  return openRegular(file, constants.O_RDWR | constants.O_APPEND);
}
