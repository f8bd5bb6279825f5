import { existsSync, readdirSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { isLogName } from "./list-logs.ts";

/**
 * Calls back for each log file below `folder`, one level deep, that changes. One watcher a folder: the system's own
 * recursive watching holds one for every file.
 */
export function watchFolders(folder: string, changed: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const follow = (below: string, isNew: boolean): void => {
    if (watchers.has(below)) return;
    const watcher = watch(below, (_event, name) => {
      if (name !== null && isLogName(name)) changed(join(below, name));
    });
    // A folder that is removed takes its watcher along.
    watcher.on("error", () => watcher.close());
    watchers.set(below, watcher);
    // What was made between the folder and its watcher was told to no one.
    if (isNew) for (const name of readdirSync(below)) if (isLogName(name)) changed(join(below, name));
  };
  const top = watch(folder, (_event, name) => {
    if (name !== null && isFolder(join(folder, name))) follow(join(folder, name), true);
  });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) follow(join(folder, entry.name), false);
  }
  return () => {
    for (const watcher of [top, ...watchers.values()]) watcher.close();
  };
}

function isFolder(path: string): boolean {
  return existsSync(join(path, "."));
}
