import { readdirSync, type Dirent } from "node:fs";
import { ioError } from "./io-error.ts";

/** What keeps one folder from being read, and says nothing about others. */
const CLOSED: ReadonlySet<string> = new Set(["ENOENT", "EACCES", "ENOTDIR", "EPERM", "ELOOP"]);

/** What a folder holds, by name; nothing if it is not there or not ours to read. @throws LogIoError if the disk does not give it */
export function entriesOfFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (CLOSED.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw ioError(folder, error);
  }
}
