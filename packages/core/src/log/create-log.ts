import { closeSync, fsyncSync, linkSync, openSync, unlinkSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { newId } from "../format/ids.ts";
import { DurabilityUnknownError } from "../errors.ts";
import { ioError } from "./io-error.ts";
import { makeFolder } from "./make-folder.ts";

/**
 * Makes a log file that is there whole or not at all: written under a temporary name, synced, then linked into place.
 * @throws LogIoError, also if the name is taken; DurabilityUnknownError: it is there, but its name may not be on disk
 */
export function createLog(file: string, chunks: Iterable<Uint8Array>): void {
  const folder = dirname(file);
  const temporary = temporaryIn(folder);
  try {
    makeSyncedFolder(folder);
    writeNew(temporary, chunks);
    try {
      linkSync(temporary, file);
    } finally {
      discard(temporary);
    }
  } catch (error) {
    throw ioError(file, error);
  }
  try {
    syncFolder(folder);
  } catch (error) {
    throw new DurabilityUnknownError(file, error);
  }
}

/** A name for a file that is being made. No log, blob or file of anyone else has such a one. */
export function temporaryIn(folder: string): string {
  return join(folder, `.${newId()}.tmp`);
}

/** Whether a file's name is one that `temporaryIn` gives. */
export function isTemporaryName(name: string): boolean {
  return /^\.[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.tmp$/.test(name);
}

/** Folders that are new must survive a power cut as well: each is a name in the one above it. */
function makeSyncedFolder(folder: string): void {
  const first = makeFolder(folder);
  if (first === undefined) return;
  for (let at = folder; at.length >= first.length; at = dirname(at)) syncFolder(dirname(at));
}

/** What is left under a temporary name is no log and hides nothing. */
function discard(temporary: string): void {
  try {
    unlinkSync(temporary);
  } catch {
    return;
  }
}

/** A new file with these bytes, synced: it is whole, or it is not there. Its name may not be taken. */
export function writeNew(file: string, chunks: Iterable<Uint8Array>): void {
  const descriptor = openSync(file, "wx", 0o600);
  try {
    try {
      writeGathered(descriptor, chunks);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    discard(file);
    throw error;
  }
}

/** Writes of a few hundred bytes each would take a fork most of its time. */
const TOGETHER = 1 << 20;

function writeGathered(descriptor: number, chunks: Iterable<Uint8Array>): void {
  let held = Buffer.allocUnsafe(0);
  let filled = 0;
  for (const chunk of chunks) {
    const isLarge = chunk.length > TOGETHER >> 1;
    if (isLarge || filled + chunk.length > TOGETHER) {
      writeFully(descriptor, held.subarray(0, filled));
      filled = 0;
    }
    if (isLarge) writeFully(descriptor, chunk);
    else {
      if (held.length === 0) held = Buffer.allocUnsafe(TOGETHER);
      held.set(chunk, filled);
      filled += chunk.length;
    }
  }
  writeFully(descriptor, held.subarray(0, filled));
}

function writeFully(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

/** The name itself must survive a power cut too. Windows cannot open a folder, and needs no sync of it. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
