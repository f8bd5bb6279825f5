import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { NotASessionError, NotFoundError, SessionTreeError } from "../errors.ts";
import { ioError } from "./io-error.ts";

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

/** Closes what was only read: it is closed in any case, and nothing can be lost. */
export function closeRead(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    return;
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
