import { LogIoError, NotFoundError } from "../errors.ts";
import type { NewBlob } from "../format/blob.ts";
import type { LogHandle } from "../log/log-handle.ts";
import { MemoryLog } from "../log/memory-log.ts";
import { MemoryTrash } from "./memory-trash.ts";
import { nativeLog } from "./native-log.ts";
import type { LogRef, LogStorage, ReadableLog } from "./storage.ts";

const PREFIX = "memory:";

/** Native logs in memory, gone with the process: for tests of agent hosts. */
export class MemoryStorage implements LogStorage {
  readonly #logs = new Map<string, MemoryLog>();
  readonly #blobs = new Map<string, Map<string, Buffer>>();
  readonly #watchers = new Set<(log: LogRef) => void>();
  readonly trash = new MemoryTrash(this.#logs, memoryLog);

  logs(): LogRef[] {
    return [...this.#logs.keys()].map((file) => memoryLog(file));
  }

  holds({ file }: Pick<LogRef, "file">): boolean {
    return file.startsWith(PREFIX);
  }

  locate(_cwd: string, id: string): string {
    return PREFIX + id;
  }

  create(cwd: string, id: string, chunks: Iterable<Uint8Array>): LogRef {
    const file = this.locate(cwd, id);
    if (this.#logs.has(file)) throw new LogIoError("IO", file, new Error("a session of this id is there"));
    const log = new MemoryLog(
      file,
      Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk))),
      this.#blobsOf(file),
    );
    const ref = memoryLog(file);
    log.watch(() => this.#tell(ref));
    this.#logs.set(file, log);
    queueMicrotask(() => this.#tell(ref));
    return ref;
  }

  putBlobs(file: string, blobs: readonly NewBlob[]): void {
    for (const { sha256, content } of blobs) {
      const bytes = content();
      if (bytes !== undefined) this.#blobsOf(file).set(sha256, bytes);
    }
  }

  openToRead(log: LogRef): ReadableLog {
    const found = this.#find(log);
    return {
      name: found.name,
      size: () => found.size(),
      read: (...to) => found.read(...to),
      blob: (ref) => found.blob(ref),
      close: () => undefined,
    };
  }

  openToAppend(log: LogRef): LogHandle {
    return this.#find(log);
  }

  watch(changed: (log: LogRef) => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  #tell(ref: LogRef): void {
    for (const changed of this.#watchers) changed(ref);
  }

  #blobsOf(file: string): Map<string, Buffer> {
    const blobs = this.#blobs.get(file) ?? new Map<string, Buffer>();
    this.#blobs.set(file, blobs);
    return blobs;
  }

  #find({ file }: LogRef): MemoryLog {
    const found = this.#logs.get(file);
    if (found === undefined) throw new NotFoundError("session", file);
    return found;
  }
}

function memoryLog(file: string): LogRef {
  return nativeLog(file, file.slice(PREFIX.length));
}
