import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes the folder that a power cut would leave of `folder`, in which a process was just killed: of each file what was
 * synced last, of each folder the names that were. @param shadow where the fault layer kept that
 */
export function cutPower(folder: string, shadow: string, into: string): void {
  restoreFolder(statSync(folder).ino, shadow, into);
}

function restoreFolder(inode: number, shadow: string, into: string): void {
  mkdirSync(into);
  const names = join(shadow, `${inode}.names`);
  if (!existsSync(names)) return;
  const kept = JSON.parse(readFileSync(names, "utf8")) as Record<
    string,
    { inode: number; isFolder: boolean }
  >;
  for (const [name, child] of Object.entries(kept)) {
    const at = join(into, name);
    const content = join(shadow, String(child.inode));
    if (child.isFolder) restoreFolder(child.inode, shadow, at);
    else if (existsSync(content)) copyFileSync(content, at);
    // The name was synced, the file never.
    else writeFileSync(at, "");
  }
}
