import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isContentOf, MAX_BLOB, type BlobRef, type NewBlob } from "../format/blob.ts";
import { BLOB_NAME } from "../format/ids.ts";
import { syncFolder, temporaryIn, writeNew } from "./create-log.ts";
import { ioError } from "./io-error.ts";
import { makeFolder } from "./make-folder.ts";
import { openRegular, readFully } from "./regular-file.ts";

/** The folder beside a log that holds its blobs. It goes wherever the log goes. */
export function blobFolder(log: string): string {
  return `${log.replace(/\.jsonl$/, "")}.blobs`;
}

/** The log that a folder of blobs belongs to; undefined for another folder. */
export function logOfBlobs(folder: string): string | undefined {
  return folder.endsWith(".blobs") ? folder.replace(/\.blobs$/, ".jsonl") : undefined;
}

/** The files in a folder of blobs, with their sizes; those that a write left half done, too. */
export function blobFilesIn(folder: string): { name: string; bytes: number }[] {
  try {
    return readdirSync(folder).map((name) => ({ name, bytes: lstatSync(join(folder, name)).size }));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw ioError(folder, error);
  }
}

/** The bytes that lie where a blob should; undefined if none of its size can be read. They are not verified. */
export function readBlob(log: string, { sha256, bytes }: BlobRef): Buffer | undefined {
  if (!BLOB_NAME.test(sha256) || bytes > MAX_BLOB) return undefined;
  try {
    // Windows has no links to follow by surprise, and no such flag.
    const noFollow = (constants.O_NOFOLLOW as number | undefined) ?? 0;
    const descriptor = openRegular(join(blobFolder(log), sha256), constants.O_RDONLY | noFollow);
    try {
      if (fstatSync(descriptor).size !== bytes) return undefined;
      const content = Buffer.allocUnsafe(bytes);
      return content.subarray(0, readFully(descriptor, content, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Whatever the reason: only this content is lost, and it is reported.
    return undefined;
  }
}

/**
 * Puts blobs beside a log, which need not be there yet. When it returns they are on disk, each whole; those whose
 * bytes are lost are left out.
 * @param mayLink whether the file of a blob beside another log may be shared
 * @throws LogIoError
 */
export function writeBlobs(
  log: string,
  blobs: readonly NewBlob[],
  mayLink: (origin: string) => boolean = () => false,
): void {
  if (blobs.length === 0) return;
  const folder = blobFolder(log);
  try {
    makeFolder(folder);
    // A folder that was left without its log is not cleared away while its blobs are used again.
    utimesSync(folder, new Date(), new Date());
    for (const blob of blobs) {
      if (isContentOf(readBlob(log, blob), blob)) continue;
      const { origin } = blob;
      if (origin === undefined || !mayLink(origin) || !link(origin, log, blob)) write(folder, blob);
    }
    syncFolder(folder);
    syncFolder(dirname(folder));
  } catch (error) {
    throw ioError(folder, error);
  }
}

/** Shares a blob's file; false where that cannot be done: between two disks, or because of a damaged file in its place. */
function link(from: string, to: string, { sha256 }: NewBlob): boolean {
  const file = join(blobFolder(from), sha256);
  try {
    if (!lstatSync(file).isFile()) return false;
    linkSync(file, join(blobFolder(to), sha256));
    return true;
  } catch {
    return false;
  }
}

/** Renaming puts the blob there whole, also over a damaged file; of two writers the later one changes nothing. */
function write(folder: string, { sha256, content }: NewBlob): void {
  const bytes = content();
  if (bytes === undefined) return;
  const temporary = temporaryIn(folder);
  writeNew(temporary, [bytes]);
  try {
    renameSync(temporary, join(folder, sha256));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
