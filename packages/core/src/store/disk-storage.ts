import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { LogIoError } from "../errors.ts";
import type { NewBlob } from "../format/blob.ts";
import { writeBlobs } from "../log/blob-folder.ts";
import { createLog } from "../log/create-log.ts";
import { FileLog } from "../log/file-log.ts";
import { FileSource } from "../log/file-source.ts";
import { makeFolder } from "../log/make-folder.ts";
import type { LogHandle } from "../log/log-handle.ts";
import { DiskTrash } from "./disk-trash.ts";
import { logName } from "../dialects/log-name.ts";
import { projectFolderName, projectsFolder } from "./layout.ts";
import { isLogFileBelow, logFilesBelow } from "./list-logs.ts";
import { nativeLog } from "./native-log.ts";
import { readHeader } from "./read-header.ts";
import { watchFolders } from "./watch-folders.ts";
import type { LogRef, LogStorage, ReadableLog } from "./storage.ts";

/** Native logs in files: one folder for each project, one file for each session. */
export class DiskStorage implements LogStorage {
  readonly root: string;
  readonly #projects: string;
  readonly trash: DiskTrash;

  constructor(root: string) {
    this.root = resolve(root);
    this.#projects = projectsFolder(this.root);
    this.trash = new DiskTrash(this.root);
  }

  logs(): LogRef[] {
    return logFilesBelow(this.#projects).map((file) => logIn(file));
  }

  /** The one of `logs` that has this name. */
  find(file: string): LogRef | undefined {
    return isLogFileBelow(this.#projects, file) ? logIn(file) : undefined;
  }

  holds({ file }: Pick<LogRef, "file">): boolean {
    return dirname(dirname(file)) === this.#projects;
  }

  locate(cwd: string, id: string): string {
    return join(this.#projects, projectFolderName(cwd), `${id}.jsonl`);
  }

  create(cwd: string, id: string, chunks: Iterable<Uint8Array>): LogRef {
    const file = this.locate(cwd, id);
    if (existsSync(file)) throw new LogIoError("IO", file, new Error("a session of this id is there"));
    createLog(file, chunks);
    return logIn(file);
  }

  /** Files of this store are never changed in place, and so can be shared; others are copied. */
  putBlobs(file: string, blobs: readonly NewBlob[]): void {
    writeBlobs(file, blobs, (origin) => this.holds({ file: origin }));
  }

  openToRead(log: LogRef): ReadableLog {
    return FileSource.open(log.file);
  }

  openToAppend(log: LogRef): LogHandle {
    return new FileLog(log.file, (own) => sessionIdAt(log) === readHeader(own, log)?.id);
  }

  watch(changed: (log: LogRef) => void): () => void {
    makeFolder(this.#projects);
    return watchFolders(this.#projects, (file) => changed(logIn(file)));
  }
}

/** The id of the session that has the log's name now. */
function sessionIdAt(log: LogRef): string | undefined {
  const source = FileSource.open(log.file);
  try {
    return readHeader(source, log)?.id;
  } finally {
    source.close();
  }
}

function logIn(file: string): LogRef {
  return nativeLog(file, logName(file));
}
