import { createHash, type Hash } from "node:crypto";
import type { ByteSource } from "../log/byte-source.ts";

const CHUNK = 1 << 20;

/** The hash of a log from its beginning up to a place. */
export class ToldHash {
  readonly #source: ByteSource;
  readonly #hash: Hash;
  readonly #position: number;

  constructor(source: ByteSource, hash = createHash("sha256"), position = 0) {
    this.#source = source;
    this.#hash = hash;
    this.#position = position;
  }

  get digest(): Buffer {
    return this.#hash.copy().digest().subarray(0, 16);
  }

  /** That of a later place: only what lies between is read. */
  upTo(place: number): ToldHash {
    const hash = this.#hash.copy();
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, place - this.#position));
    let at = this.#position;
    while (at < place) {
      const count = this.#source.read(buffer.subarray(0, Math.min(buffer.length, place - at)), at);
      if (count === 0) break;
      hash.update(buffer.subarray(0, count));
      at += count;
    }
    return new ToldHash(this.#source, hash, at);
  }
}
