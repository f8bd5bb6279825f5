import type { BlobRef } from "../format/blob.ts";
import { SessionGoneError } from "../errors.ts";
import type { LogHandle } from "./log-handle.ts";

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

  follow(): boolean {
    if (!this.named) throw new SessionGoneError(this.name);
    return false;
  }

  /** Nothing tears in memory. */
  seal(): boolean {
    return false;
  }

  append(lines: Buffer): void {
    if (this.#size + lines.length > this.#bytes.length) {
      const larger = Buffer.alloc((this.#size + lines.length) * 2);
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    lines.copy(this.#bytes, this.#size);
    this.#size += lines.length;
    for (const changed of this.#watchers) queueMicrotask(changed);
  }

  async sync(): Promise<void> {}

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  async close(): Promise<void> {}
}
