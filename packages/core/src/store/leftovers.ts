import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isTemporaryName } from "../log/create-log.ts";
import { orIoError } from "../log/io-error.ts";
import { projectsFolder } from "./layout.ts";
import { entriesOfFolder } from "../log/entries-of-folder.ts";

/** A temporary file of a log or blob that was being made when its process ended. It holds nothing that was acknowledged. */
export interface Leftover {
  readonly file: string;
  readonly bytes: number;
}

/** A younger one may still be written. */
const AGE = 24 * 3_600_000;

/** How deep files are made below the folder of projects: in those of a project, and of a log's blobs. */
const DEPTH = 2;

/** The temporary files in a store's folders that nobody has written for a day. @throws LogIoError */
export function leftoversIn(root: string, now: Date): Leftover[] {
  return temporaryFiles(projectsFolder(root), DEPTH).flatMap((file) => {
    const stats = orIoError(file, () => lstatSync(file, { throwIfNoEntry: false }));
    const isOld = stats?.isFile() === true && now.getTime() - stats.mtimeMs >= AGE;
    return isOld ? [{ file, bytes: stats.size }] : [];
  });
}

/** Deletes what `leftoversIn` found. @throws LogIoError */
export function removeLeftover({ file }: Leftover): void {
  orIoError(file, () => rmSync(file, { force: true }));
}

function temporaryFiles(folder: string, depth: number): string[] {
  return entriesOfFolder(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth > 0 ? temporaryFiles(path, depth - 1) : [];
    return isTemporaryName(entry.name) ? [path] : [];
  });
}
