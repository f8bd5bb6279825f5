import { constants, fstatSync } from "node:fs";
import type { ByteSource } from "../log/byte-source.ts";
import { orIoError } from "../log/io-error.ts";
import { closeRead, openRegular, readFully } from "../log/regular-file.ts";
import { stampOf, type Stamp } from "./stamp.ts";

/** A log as it is at one moment: what is appended while it is read is left to the next time. */
export class LogSnapshot implements ByteSource {
  readonly name: string;
  readonly stamp: Stamp;
  readonly #descriptor: number;

  /** @throws NotFoundError, LogIoError, or NotASessionError if it is no regular file */
  constructor(file: string) {
    this.name = file;
    this.#descriptor = openRegular(file, constants.O_RDONLY);
    try {
      this.stamp = orIoError(file, () => stampOf(fstatSync(this.#descriptor, { bigint: true })));
    } catch (error) {
      closeRead(this.#descriptor);
      throw error;
    }
  }

  size(): number {
    return this.stamp.size;
  }

  read(target: Uint8Array, position: number): number {
    const room = Math.max(0, Math.min(target.length, this.stamp.size - position));
    return orIoError(this.name, () => readFully(this.#descriptor, target.subarray(0, room), position));
  }

  close(): void {
    closeRead(this.#descriptor);
  }
}
