import { closeSync, lstatSync, openSync } from "node:fs";

/**
 * Makes a database file before SQLite does, which would leave it readable for everyone. An empty file is an empty
 * database; one that is there is not opened, as closing it would drop the locks that SQLite holds on it.
 * @throws NoFileError, what the file system throws
 */
export function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // SQLite would follow a link, and make or fill a file that is none of ours; of a pipe or a device it might wait for ever.
    const stats = lstatSync(file);
    if (!stats.isFile())
      throw new NoFileError(file, stats.isSymbolicLink() ? "a symbolic link" : "no regular file");
  }
}

/** Something else stands where our file should. */
export class NoFileError extends Error {
  constructor(file: string, what: string) {
    super(`${file} is ${what}`);
  }
}
