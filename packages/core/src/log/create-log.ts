import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, unlinkSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { newId } from "../format/ids.ts";
import { ioError } from "./io-error.ts";

/**
 * Makes a log file that is there whole or not at all: written under a temporary name, synced, then linked into place.
 * @throws LogIoError, also if the name is taken
 */
export function createLog(file: string, chunks: Iterable<Uint8Array>): void {
  const folder = dirname(file);
  const temporary = join(folder, `.${newId()}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeNew(temporary, chunks);
    try {
      linkSync(temporary, file);
    } finally {
      unlinkSync(temporary);
    }
    syncFolder(folder);
  } catch (error) {
    throw ioError(file, error);
  }
}

function writeNew(file: string, chunks: Iterable<Uint8Array>): void {
  const descriptor = openSync(file, "wx", 0o600);
  try {
    for (const chunk of chunks) writeFully(descriptor, chunk);
    fsyncSync(descriptor);
  } catch (error) {
    unlinkSync(file);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function writeFully(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

/** The name itself must survive a power cut too. Windows cannot open a folder, and needs no sync of it. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
