import { readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createPrivate } from "./create-private.ts";
import type { SqliteConstructor } from "./sqlite.ts";

/**
 * Moves a corrupt index out of the way, as `index.corrupt-<time>.sqlite`; only the newest such file is kept. A lock keeps
 * processes that find the same damage from moving each other's new index: whoever comes later finds a sound one.
 *
 * No connection of this process may be open on the file.
 * @param isCorrupt looks again, under the lock
 * @throws what SQLite and the file system throw
 */
export function setAside(
  file: string,
  Sqlite: SqliteConstructor,
  timeout: number,
  isCorrupt: () => boolean,
): void {
  createPrivate(`${file}.lock`);
  const lock = new Sqlite(`${file}.lock`, { timeout });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    if (isCorrupt()) move(file);
  } finally {
    lock.close();
  }
}

function move(file: string): void {
  const folder = dirname(file);
  const stem = basename(file, ".sqlite");
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${stem}.corrupt-`)) rmSync(join(folder, name), { force: true });
  }
  // These first: what is left of an old journal would be replayed into the new file.
  rmSync(`${file}-wal`, { force: true });
  rmSync(`${file}-shm`, { force: true });
  const time = new Date().toISOString().replaceAll(/[-:.]/g, "");
  renameSync(file, join(folder, `${stem}.corrupt-${time}.sqlite`));
}
