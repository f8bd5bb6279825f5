import { join, sep } from "node:path";
import { entriesOfFolder } from "../log/entries-of-folder.ts";

const EXTENSION = ".jsonl";

/** The log files of a folder and of its folders, one level deep. A folder that cannot be read hides no other. */
export function logFilesBelow(folder: string): string[] {
  const files: string[] = [];
  for (const entry of entriesOfFolder(folder)) {
    const path = join(folder, entry.name);
    if (isLogName(entry.name) && !entry.isDirectory()) files.push(path);
    else if (entry.isDirectory()) {
      for (const below of entriesOfFolder(path)) {
        if (isLogName(below.name) && !below.isDirectory()) files.push(path + sep + below.name);
      }
    }
  }
  return files.sort();
}

/** The folders in a folder; none if it cannot be read. */
export function foldersOf(folder: string): string[] {
  return entriesOfFolder(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

/** Whether a file of this name is a log. */
export function isLogName(name: string): boolean {
  return name.endsWith(EXTENSION) && !name.startsWith(".");
}
