import { chmodSync, lstatSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { entriesOfFolder } from "../log/entries-of-folder.ts";

/** A file or folder of the store that others may read or write. Modes in octal, such as `0644`. */
export interface ModeFinding {
  readonly file: string;
  readonly mode: string;
  /** What it should be. */
  readonly wanted: string;
}

const FOLDER = 0o700;
const FILE = 0o600;

/** What a store has in its root: whatever else lies there is none of ours. */
const OWN = ["projects", "sources", "trash"];

/** What in a store's folder is open to others. Sessions hold code, keys and private words. */
export function openModes(root: string): ModeFinding[] {
  // Windows has no such modes.
  if (platform() === "win32") return [];
  const own = entriesOfFolder(root).filter(({ name }) => OWN.includes(name));
  const found = own.length > 0 ? [findingOf(root, FOLDER)] : [];
  const open = [...own];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found.push(findingOf(path, FILE));
    if (!entry.isDirectory()) continue;
    found.push(findingOf(path, FOLDER));
    open.push(...entriesOfFolder(path));
  }
  return found.filter((finding) => finding !== undefined).sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Takes away what others may do. Never gives the owner more than there was. */
export function narrow({ file, mode, wanted }: ModeFinding): void {
  chmodSync(file, Number.parseInt(mode, 8) & Number.parseInt(wanted, 8));
}

function findingOf(file: string, wanted: number): ModeFinding | undefined {
  const mode = (lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (mode & ~wanted) === 0 ? undefined : { file, mode: octal(mode), wanted: octal(mode & wanted) };
}

function octal(mode: number): string {
  return `0${mode.toString(8).padStart(3, "0")}`;
}
