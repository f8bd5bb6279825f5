import { lstatSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { NotASessionError, NotFoundError } from "../errors.ts";
import { native } from "../dialects/native.ts";
import { FileSource } from "../log/file-source.ts";
import { readRecord } from "../log/log-map.ts";
import type { LogHeader } from "../log/log-rules.ts";
import { projectFolderName, projectsFolder } from "./layout.ts";
import { logName } from "../dialects/log-name.ts";
import { isLogName } from "./list-logs.ts";
import { readHeader } from "./read-header.ts";
import { decodeManifest, MANIFEST, type Manifest } from "./trash-manifest.ts";

/** The log in a folder of the trash. Without one the folder holds nothing: a move was cut short. */
export function logInItem(folder: string): string | undefined {
  const name = namesIn(folder).find(isLogName);
  return name === undefined ? undefined : join(folder, name);
}

/** What lies in a folder of the trash; undefined: no log. Without a sound manifest the log itself tells. */
export function readItem(root: string, folder: string): Manifest | undefined {
  const log = logInItem(folder);
  if (log === undefined) return undefined;
  try {
    const bytes = readIfFile(join(folder, MANIFEST), (source) =>
      readRecord(source, { offset: 0, length: source.size() }),
    );
    const manifest = bytes === undefined ? undefined : decodeManifest(root, bytes.toString("utf8"));
    return manifest ?? manifestOf(root, log);
  } catch (error) {
    // Another process restored or removed it meanwhile.
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Removes a folder of the trash that has no log. What was not put there by us stays, and the folder with it. */
export function clearItem(folder: string): void {
  for (const name of namesIn(folder)) {
    const isOurs = name === MANIFEST || name.endsWith(".tmp");
    if (isOurs && !lstatSync(join(folder, name)).isDirectory()) rmSync(join(folder, name), { force: true });
  }
  if (namesIn(folder).length === 0) rmSync(folder, { recursive: true, force: true });
}

/** Whether an error says that a file is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof NotFoundError || (error as NodeJS.ErrnoException).code === "ENOENT";
}

function manifestOf(root: string, log: string): Manifest {
  const header = headerOf(log);
  const [id, cwd] = [header?.id ?? logName(log), header?.cwd ?? null];
  const from = join(projectsFolder(root), projectFolderName(cwd ?? ""), basename(log));
  const [deletedAt, bytes] = [statSync(dirname(log)).mtime.toISOString(), statSync(log).size];
  return { id, dialect: native.name, name: header?.name ?? null, title: null, cwd, from, deletedAt, bytes };
}

function headerOf(log: string): LogHeader | undefined {
  return readIfFile(log, (source) =>
    readHeader(source, { file: log, dialect: native, fallbackId: logName(log) }),
  );
}

/** What `read` gives; undefined where there is no file, or a pipe or a folder in its place. */
function readIfFile<T>(file: string, read: (source: FileSource) => T): T | undefined {
  let source: FileSource;
  try {
    source = FileSource.open(file);
  } catch (error) {
    if (isMissing(error) || error instanceof NotASessionError) return undefined;
    throw error;
  }
  try {
    return read(source);
  } finally {
    source.close();
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
