import { lstatSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { entriesOfFolder } from "../log/entries-of-folder.ts";
import { orIoError, unlessRefused } from "../log/io-error.ts";

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

/** Whether a file is among those. Reads no folder: one with 10,000 logs takes longer to read than a session to open. */
export function isLogFileBelow(folder: string, file: string): boolean {
  const parent = dirname(file);
  const isBelow = parent === folder || (dirname(parent) === folder && kindOf(parent) === "folder");
  return (
    isBelow && file === join(parent, basename(file)) && isLogName(basename(file)) && kindOf(file) === "file"
  );
}

/** What has a name, no link followed. */
function kindOf(path: string): "folder" | "file" | undefined {
  const stats = unlessRefused(() => orIoError(path, () => lstatSync(path, { throwIfNoEntry: false })));
  return stats && (stats.isDirectory() ? "folder" : "file");
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
