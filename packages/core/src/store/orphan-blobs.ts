import { renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { newId } from "../format/ids.ts";
import { blobFilesIn, logOfBlobs } from "../log/blob-folder.ts";
import { makeFolder } from "../log/make-folder.ts";
import type { FileDamage } from "./doctor.ts";
import { projectsFolder, trashFolder } from "./layout.ts";
import { foldersOf } from "./list-logs.ts";
import { logName } from "../dialects/log-name.ts";
import { moveBlobs } from "./move-blobs.ts";

/** Milliseconds in which a folder of blobs may still be waiting for its log. */
const WAIT = 24 * 3_600_000;

/**
 * Folders of blobs whose log is gone: not beside them, and not in the trash, from where it would come back to them.
 * @param trashed the logs in the trash
 */
export function orphanBlobs(root: string, trashed: readonly string[]): string[] {
  const kept = new Set(trashed.map((log) => basename(log)));
  return foldersOf(projectsFolder(root))
    .flatMap((project) => foldersOf(project))
    .filter((folder) => {
      const log = logOfBlobs(folder);
      return log !== undefined && !exists(log) && !kept.has(basename(log));
    });
}

/** What a doctor says of them. */
export function orphanNotices(root: string, trashed: readonly string[]): FileDamage[] {
  return orphanBlobs(root, trashed).map((file) => {
    const blobs = blobFilesIn(file);
    const length = blobs.reduce((sum, { bytes }) => sum + bytes, 0);
    const detail = `${blobs.length} files of the log ${logName(logOfBlobs(file)!)}, which is gone`;
    return { file, offset: 0, length, kind: "orphan-blobs", detail };
  });
}

/** Deletes the folders that have waited long enough for their logs. */
export function clearOrphanBlobs(root: string, trashed: readonly string[]): void {
  for (const folder of orphanBlobs(root, trashed)) {
    if (!isForgotten(folder)) continue;
    const hidden = join(trashFolder(root), `.${newId()}`);
    makeFolder(trashFolder(root));
    renameSync(folder, `${hidden}.blobs`);
    // Whoever was about to use these blobs has touched their folder before.
    if (isForgotten(`${hidden}.blobs`)) rmSync(`${hidden}.blobs`, { recursive: true });
    else moveBlobs(hidden, logOfBlobs(folder)!);
  }
}

function isForgotten(folder: string): boolean {
  return statSync(folder).mtimeMs < Date.now() - WAIT;
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
