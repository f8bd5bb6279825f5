import type { BlobRef } from "../format/blob.ts";
import { SessionGoneError } from "../errors.ts";
import type { LogHandle } from "./log-handle.ts";

const NEWLINE = Buffer.from("\n");

/** A log in memory: for tests of agent hosts. Several handles may share the same `MemoryLog`. */
export class MemoryLog implements LogHandle {
  readonly name: string;
  /** False while the log is in the trash: its name leads to nothing then. */
  named = true;
  #bytes: Buffer;
  #size: number;
  readonly #watchers = new Set<() => void>();

  readonly #blobs: ReadonlyMap<string, Buffer>;

  /** @param blobs by their names; more may come */
  constructor(name: string, bytes: Buffer, blobs: ReadonlyMap<string, Buffer> = new Map()) {
    this.name = name;
    this.#blobs = blobs;
    this.#bytes = bytes;
    this.#size = bytes.length;
  }

  size(): number {
    return this.#size;
  }

  read(target: Uint8Array, position: number): number {
    return this.#bytes.copy(target, 0, position, Math.min(this.#size, position + target.length));
  }

  blob({ sha256 }: BlobRef): Buffer | undefined {
    return this.#blobs.get(sha256);
  }

  hasBlobs(): boolean {
    return this.#blobs.size > 0;
  }

  follow(): number {
    if (!this.named) throw new SessionGoneError(this.name);
    return this.#size;
  }

  /** Nothing tears in memory, but a log may be made of bytes that end within a line. */
  seal(): boolean {
    if (this.#size === 0 || this.#bytes[this.#size - 1] === 0x0a) return false;
    this.#put(NEWLINE);
    return true;
  }

  append(lines: Buffer): number {
    this.seal();
    const at = this.#size;
    this.#put(lines);
    for (const changed of this.#watchers) queueMicrotask(() => this.#tell(changed));
    return at;
  }

  async sync(): Promise<void> {}

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  async close(): Promise<void> {}

  /** Whoever has ended its watching meanwhile is told nothing. */
  #tell(changed: () => void): void {
    if (this.#watchers.has(changed)) changed();
  }

  #put(lines: Buffer): void {
    if (this.#size + lines.length > this.#bytes.length) {
      const larger = Buffer.alloc((this.#size + lines.length) * 2);
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    lines.copy(this.#bytes, this.#size);
    this.#size += lines.length;
  }
}
