import { existsSync } from "node:fs";
import { LogIoError, NotFoundError, SessionTreeError } from "../errors.ts";
import type { Surroundings } from "../dialects/agent.ts";
import { ExportNotes, type KindCounts } from "../dialects/export-notes.ts";
import { exporterNamed } from "../dialects/exporters.ts";
import { newId } from "../format/ids.ts";
import { Redactor } from "../format/redact.ts";
import { writeBlobs } from "../log/blob-folder.ts";
import { createLog } from "../log/create-log.ts";
import type { PutBlobs } from "./carry-blobs.ts";
import { ExportSource } from "./export-source.ts";
import { nativeCopy } from "./native-copy.ts";
import { projectOfCopy } from "./project.ts";
import type { Session } from "./session.ts";
import type { StoreParts } from "./store-parts.ts";

export interface ExportOptions {
  /** The format: the name of a dialect that can be exported, or `native`. */
  readonly to: string;
  /** The last entry of the only branch that is exported. Default: all branches, if the format has any. */
  readonly at?: string | null | undefined;
  /** The directory that the new session belongs to. Default: the session's own. */
  readonly cwd?: string | undefined;
  /** Puts a marker in place of keys and tokens, in all that is written. */
  readonly redact?: boolean | undefined;
}

/** A session in the form of an agent, of which nothing is written yet. */
export interface SessionExport {
  /** The id of the new session. */
  readonly id: string;
  /** The format's name. */
  readonly to: string;
  /** What will not be in the file, as the format cannot hold it: how many of each kind. */
  readonly lost: KindCounts;
  /** What will be in it in another form, by kind. */
  readonly changed: KindCounts;
  /** What is replaced by a marker, by kind. */
  readonly redacted: KindCounts;
  /** The lines of the file, with all their content in them. */
  lines(): Iterable<Buffer>;
  /**
   * Writes a new file that is there whole or not at all. Of a native one, large content goes into the folder beside it.
   * @throws SessionTreeError `PLACE_TAKEN` (nothing was changed), LogIoError, DurabilityUnknownError (it is there)
   */
  write(file: string): void;
  /**
   * Writes the new file where the agent looks for its sessions, a native one into the store, and gives its path.
   * @throws SessionTreeError `INVALID_ARGUMENT` if there is no such place, and what `write` throws
   */
  install(surroundings: Surroundings): string;
}

/** Makes an export ready: counts what it will hold, and writes nothing. @throws NotFoundError, SessionTreeError `INVALID_ARGUMENT` */
export async function exportSession(
  parts: StoreParts,
  session: Session,
  options: ExportOptions,
): Promise<SessionExport> {
  const { to, at, redact = false } = options;
  const exporter = await exporterNamed(to);
  const { log } = session;
  if (typeof at === "string" && log.head(at) === undefined) throw new NotFoundError("entry", at);
  const id = newId();
  const cwd = projectOfCopy(session.file, session.cwd, options.cwd);
  const now = parts.sessionOptions.now();
  const timestamp = log.begun ?? now.toISOString();
  const branch = at !== undefined || (exporter !== "native" && !exporter.branches);
  const source = new ExportSource(log, at === undefined ? session.leaf : at, branch);
  const told = source.session({ id, timestamp, cwd });

  function* lines(notes: ExportNotes, redactor: Redactor | undefined, put?: PutBlobs): Generator<Buffer> {
    if (exporter === "native") return yield* nativeCopy(source, { ...told, now }, redactor, put);
    for (const value of exporter.encode(told, notes))
      yield Buffer.from(`${JSON.stringify(redactor?.value(value) ?? value)}\n`);
  }
  const notes = new ExportNotes();
  const counted = redact ? new Redactor() : undefined;
  source.note(notes, exporter === "native");
  // Nothing is known of what a format holds before all of it was told once.
  const telling = lines(notes, counted);
  while (telling.next().done !== true);
  const written = (put?: PutBlobs) => lines(new ExportNotes(), redact ? new Redactor() : undefined, put);
  const write = (file: string) =>
    createNew(
      file,
      written((blobs) => writeBlobs(file, blobs)),
    );
  return {
    id,
    to,
    lost: notes.losses,
    changed: notes.changes,
    redacted: counted?.counts ?? {},
    lines: () => written(),
    write,
    install(surroundings) {
      if (exporter === "native") {
        const { storage } = parts;
        const file = storage.locate(cwd, id);
        return storage.create(
          cwd,
          id,
          written((blobs) => storage.putBlobs(file, blobs)),
        ).file;
      }
      const place = exporter.place?.(told, surroundings);
      if (place === undefined)
        throw new SessionTreeError("INVALID_ARGUMENT", `No agent looks for files of the format ${to}`, {
          hint: "Write it to a file that you name.",
        });
      write(place);
      return place;
    },
  };
}

/** Looks before it writes, so that no blob of the new file gets beside one that is there. */
function createNew(file: string, lines: Iterable<Buffer>): void {
  if (existsSync(file)) throw placeTaken(file);
  try {
    createLog(file, lines);
  } catch (error) {
    const { code } = (error instanceof LogIoError ? error.cause : {}) as NodeJS.ErrnoException;
    throw code === "EEXIST" ? placeTaken(file) : error;
  }
}

function placeTaken(file: string): SessionTreeError {
  return new SessionTreeError("PLACE_TAKEN", `${file} is there already, and is left as it is`, {
    hint: "Give the name of a file that is not there yet.",
  });
}
