import { closeSync, openSync } from "node:fs";

/**
 * Makes a database file before SQLite does, which would leave it readable for everyone. An empty file is an empty
 * database; one that is there is not opened, as closing it would drop the locks that SQLite holds on it.
 */
export function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
