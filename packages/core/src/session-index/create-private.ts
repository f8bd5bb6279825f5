import { closeSync, lstatSync, openSync } from "node:fs";

/**
 * Makes a database file before SQLite does, which would leave it readable for everyone. An empty file is an empty
 * database; one that is there is not opened, as closing it would drop the locks that SQLite holds on it.
 * @throws IsLinkError, what the file system throws
 */
export function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // SQLite would follow it, and make or fill a file that is none of ours.
    if (lstatSync(file).isSymbolicLink()) throw new IsLinkError(file);
  }
}

/** A symbolic link stands where our file should. */
export class IsLinkError extends Error {
  constructor(file: string) {
    super(`${file} is a symbolic link`);
  }
}
