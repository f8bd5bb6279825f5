import { constants, copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileSource } from "../../log/file-source.ts";

/** In the header of a database: whether it writes to a log beside it. */
const WRITE_VERSION = 18;
const WITH_LOG = 2;

/** Larger ones are not copied while they are written to. */
const MAX_COPY = 1 << 30;

/** How often a copy is tried while another process writes. */
const TRIES = 3;

/** Where a database can be read, and what to do then. */
export interface Readable {
  readonly file: string;
  /** Takes the copy away; its open files stay readable. */
  remove(): void;
}

/**
 * A database as SQLite can read it without making files beside it: even to read, SQLite makes a `-wal` and a `-shm`
 * where it does not find them, and leaves them. So what has such a log is copied, unless both are there because another
 * process has it open.
 * @throws what the file system throws
 */
export function readableDatabase(file: string): Readable {
  if (!hasLog(file)) return inPlace(file);
  const isOpen = exists(`${file}-wal`) && exists(`${file}-shm`);
  const copy = isOpen && statSync(file).size > MAX_COPY ? undefined : steadyCopy(file);
  if (copy !== undefined) return copy;
  return inPlace(file);
}

/** What changes whenever the database does. */
export function databaseState(file: string): string {
  return [file, `${file}-wal`].map(stateOf).join(" ");
}

function inPlace(file: string): Readable {
  return { file, remove: () => undefined };
}

/** A copy during which nothing was written; undefined: another process went on writing. */
function steadyCopy(file: string): Readable | undefined {
  for (let tried = 0; tried < TRIES; tried++) {
    const before = databaseState(file);
    const copy = copyOf(file);
    if (databaseState(file) === before) return copy;
    copy.remove();
  }
  return undefined;
}

function copyOf(file: string): Readable {
  const folder = mkdtempSync(join(tmpdir(), "session-tree-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const copy = join(folder, "database");
  try {
    for (const end of ["", "-wal"])
      if (end === "" || exists(file + end)) copyFileSync(file + end, copy + end, constants.COPYFILE_FICLONE);
  } catch (error) {
    remove();
    throw error;
  }
  return { file: copy, remove };
}

function hasLog(file: string): boolean {
  const source = FileSource.open(file);
  try {
    const header = Buffer.alloc(WRITE_VERSION + 1);
    return source.read(header, 0) === header.length && header[WRITE_VERSION] === WITH_LOG;
  } finally {
    source.close();
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function stateOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined
    ? "none"
    : [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(":");
}
