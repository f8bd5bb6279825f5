import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFully } from "./regular-file.ts";

/** Up to so many bytes stay in memory. */
const IN_MEMORY = 16 << 20;

/** Once there is a file, so many are written to it at once. */
const TOGETHER = 1 << 20;

/** Bytes that are written once and then read anywhere: in memory while they are few, else in a file without a name. */
export class Spool {
  #held: Buffer[] = [];
  #heldBytes = 0;
  #whole: Buffer | undefined;
  #descriptor: number | undefined;
  #spilled = 0;
  readonly #limit: number;

  constructor(limit = IN_MEMORY) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#spilled + this.#heldBytes;
  }

  /** @throws what the file system throws */
  write(bytes: Buffer): void {
    this.#whole = undefined;
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    const limit = this.#descriptor === undefined ? this.#limit : Math.min(this.#limit, TOGETHER);
    if (this.#heldBytes > limit) this.#spill();
  }

  /** Fills `target` from `position`; gives the number of bytes read. */
  read(target: Uint8Array, position: number): number {
    if (this.#descriptor !== undefined) {
      this.#spill();
      return readFully(this.#descriptor, target, position);
    }
    this.#whole ??= Buffer.concat(this.#held);
    this.#held = [this.#whole];
    return this.#whole.copy(target, 0, Math.min(position, this.size));
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#held = [];
    this.#whole = undefined;
  }

  #spill(): void {
    if (this.#heldBytes === 0) return;
    this.#descriptor ??= nameless();
    const bytes = Buffer.concat(this.#held);
    for (let done = 0; done < bytes.length;) done += writeSync(this.#descriptor, bytes, done);
    this.#spilled += bytes.length;
    this.#held = [];
    this.#heldBytes = 0;
  }
}

/** A private file whose name is gone at once: nothing is left of it, even by a crash. */
function nameless(): number {
  const folder = mkdtempSync(join(tmpdir(), "session-tree-"));
  try {
    return openSync(join(folder, "spool"), constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
