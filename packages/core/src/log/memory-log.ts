import type { LogHandle } from "./log-handle.ts";

/** A log in memory: for tests of agent hosts. Several handles may share the same `MemoryLog`. */
export class MemoryLog implements LogHandle {
  readonly name: string;
  #bytes: Buffer;
  #size: number;
  readonly #watchers = new Set<() => void>();

  constructor(name: string, bytes: Buffer) {
    this.name = name;
    this.#bytes = bytes;
    this.#size = bytes.length;
  }

  size(): number {
    return this.#size;
  }

  read(target: Uint8Array, position: number): number {
    return this.#bytes.copy(target, 0, position, Math.min(this.#size, position + target.length));
  }

  follow(): boolean {
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
