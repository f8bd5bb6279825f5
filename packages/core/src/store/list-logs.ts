import { readdirSync, type Dirent } from "node:fs";
import { join, sep } from "node:path";
import { ioError } from "../log/io-error.ts";

const EXTENSION = ".jsonl";

/** The log files of a folder and of its folders, one level deep. A folder that cannot be read hides no other. */
export function logFilesBelow(folder: string): string[] {
  const files: string[] = [];
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (isLogName(entry.name) && !entry.isDirectory()) files.push(path);
    else if (entry.isDirectory()) {
      for (const below of entriesOf(path)) {
        if (isLogName(below.name) && !below.isDirectory()) files.push(path + sep + below.name);
      }
    }
  }
  return files.sort();
}

/** The folders in a folder; none if it cannot be read. */
export function foldersOf(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

/** Whether a file of this name is a log. */
export function isLogName(name: string): boolean {
  return name.endsWith(EXTENSION) && !name.startsWith(".");
}

/** What a folder holds; nothing if it cannot be read. @throws LogIoError if the disk does not give it */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (
      ["ENOENT", "EACCES", "ENOTDIR", "EPERM", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? "")
    )
      return [];
    throw ioError(folder, error);
  }
}
