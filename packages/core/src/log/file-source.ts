import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { NotASessionError, NotFoundError, SessionTreeError } from "../errors.ts";
import type { ByteSource } from "./byte-source.ts";
import { ioError } from "./io-error.ts";

/** A file that is only read. */
export class FileSource implements ByteSource {
  readonly name: string;
  readonly #descriptor: number;

  private constructor(name: string, descriptor: number) {
    this.name = name;
    this.#descriptor = descriptor;
  }

  /**
   * @throws NotFoundError, LogIoError, or NotASessionError if it is no regular file.
   */
  static open(file: string): FileSource {
    return new FileSource(file, openRegular(file, constants.O_RDONLY));
  }

  size(): number {
    return fstatSync(this.#descriptor).size;
  }

  read(target: Uint8Array, position: number): number {
    return readFully(this.#descriptor, target, position);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Opens a regular file; a pipe or device in its place neither blocks nor is read. */
export function openRegular(file: string, flags: number): number {
  let descriptor: number;
  try {
    descriptor = openSync(file, flags | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new NotFoundError("file", file);
    throw ioError(file, error);
  }
  try {
    if (fstatSync(descriptor).isFile()) return descriptor;
    throw new NotASessionError(file, "it is no regular file");
  } catch (error) {
    closeSync(descriptor);
    throw error instanceof SessionTreeError ? error : ioError(file, error);
  }
}

/** Reads until `target` is full or the file ends. */
export function readFully(descriptor: number, target: Uint8Array, position: number): number {
  let filled = 0;
  while (filled < target.length) {
    const count = readSync(descriptor, target, filled, target.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
