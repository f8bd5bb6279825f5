import { randomUUID } from "node:crypto";
import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  DurabilityUnknownError,
  LogIoError,
  NotFoundError,
  PlaceTakenError,
  SessionTreeError,
} from "../errors.ts";
import { createLog, syncFolder } from "../log/create-log.ts";
import { ioError } from "../log/io-error.ts";
import { makeFolder } from "../log/make-folder.ts";
import { projectsFolder, trashFolder } from "./layout.ts";
import { logName } from "../dialects/log-name.ts";
import { moveBlobs } from "./move-blobs.ts";
import { nativeLog } from "./native-log.ts";
import { clearOrphanBlobs } from "./orphan-blobs.ts";
import { clearItem, isMissing, logInItem, readItem } from "./trash-item.ts";
import { encodeManifest, MANIFEST, type Manifest } from "./trash-manifest.ts";
import { newestFirst, type SessionNote, type Trash, type TrashedSession } from "./trash.ts";
import type { LogRef } from "./storage.ts";

const CALM = "No session is lost: it is in its place or in the trash. Try again.";

/** Marks what is being removed. */
const HIDDEN = ".";

/**
 * The trash of a store in files: a folder for each session, with its log, its blobs and a manifest. Wherever a move is
 * cut short, the log is whole in one of its two places, and the blobs are found by whoever moves it again.
 */
export class DiskTrash implements Trash {
  readonly #root: string;
  readonly #folder: string;

  constructor(root: string) {
    this.#root = root;
    this.#folder = trashFolder(root);
  }

  list(): TrashedSession[] {
    const told = attempt(this.#folder, () =>
      this.#folders()
        .filter((name) => !name.startsWith(HIDDEN))
        .map((item) => ({ item, manifest: readItem(this.#root, this.#folderOf(item)) })),
    );
    return told
      .flatMap(({ item, manifest }) => (manifest === undefined ? [] : [{ item, ...manifest }]))
      .sort(newestFirst);
  }

  put({ file }: LogRef, note: SessionNote): TrashedSession {
    const item = randomUUID();
    const folder = this.#folderOf(item);
    const told = { ...note, from: file };
    return attempt(file, () => {
      this.#bring(file, folder, told);
      complete(file, () => {
        // A crash before leaves the blobs in their place, where a restored log finds them.
        moveBlobs(file, join(folder, basename(file)));
        syncFolder(folder);
        syncFolder(dirname(file));
      });
      return { item, ...told };
    });
  }

  restore(item: string): LogRef {
    const folder = this.#folderOf(item);
    const { from, log } = this.#known(item);
    return attempt(from, () => {
      if (existsSync(from) && !isSameFile(from, log)) throw new PlaceTakenError(from);
      makeFolder(dirname(from));
      // Before the log: while that is here, nothing beside it is cleared away.
      moveBlobs(log, from);
      link(log, from);
      complete(from, () => {
        syncFolder(dirname(from));
        syncFolder(projectsFolder(this.#root));
        rmSync(log);
        clearItem(folder);
      });
      return nativeLog(from, logName(from));
    });
  }

  remove(item: string): void {
    this.#known(item);
    const hidden = this.#folderOf(HIDDEN + item);
    attempt(hidden, () => {
      // In one step, so that a crash leaves no log without its blobs.
      renameSync(this.#folderOf(item), hidden);
      complete(hidden, () => {
        rmSync(hidden, { recursive: true, force: true });
        syncFolder(this.#folder);
      });
    });
  }

  sweep(): void {
    attempt(this.#folder, () => {
      for (const name of this.#folders()) {
        const folder = this.#folderOf(name);
        if (name.startsWith(HIDDEN)) rmSync(folder, { recursive: true, force: true });
        else if (logInItem(folder) === undefined) clearItem(folder);
      }
      clearOrphanBlobs(
        this.#root,
        this.list().map(({ from }) => from),
      );
    });
  }

  /** The manifest stands before the log comes, so that a log in the trash is always told of. */
  #bring(file: string, folder: string, told: Manifest): void {
    try {
      createLog(join(folder, MANIFEST), [encodeManifest(this.#root, told)]);
      syncFolder(this.#folder);
      syncFolder(this.#root);
      renameSync(file, join(folder, basename(file)));
    } catch (error) {
      clearItem(folder);
      if (isMissing(error)) throw new NotFoundError("file", file);
      throw error instanceof DurabilityUnknownError ? ioError(file, error.cause, CALM) : error;
    }
  }

  /** @throws NotFoundError, LogIoError */
  #known(item: string): Manifest & { readonly log: string } {
    const folder = this.#folderOf(item);
    return attempt(folder, () => {
      const told = dirname(folder) === this.#folder ? readItem(this.#root, folder) : undefined;
      const log = told === undefined ? undefined : logInItem(folder);
      if (told === undefined || log === undefined) throw new NotFoundError("session in the trash", item);
      return { ...told, log };
    });
  }

  #folders(): string[] {
    if (!existsSync(this.#folder)) return [];
    const entries = readdirSync(this.#folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  #folderOf(item: string): string {
    return join(this.#folder, item);
  }
}

function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof LogIoError) throw ioError(file, error.cause, CALM);
    throw error instanceof SessionTreeError ? error : ioError(file, error, CALM);
  }
}

/** Does what is left of a move that has happened: where that fails, the move stands. @throws DurabilityUnknownError */
function complete(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new DurabilityUnknownError(file, error);
  }
}

/** Unlike a rename, a link never takes the place of a log that another process put there meanwhile. */
function link(log: string, to: string): void {
  try {
    linkSync(log, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // The same file: an earlier restore was cut short behind this step.
    if (!isSameFile(log, to)) throw new PlaceTakenError(to);
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((file) => statSync(file, { bigint: true }));
  return a!.dev === b!.dev && a!.ino === b!.ino;
}
