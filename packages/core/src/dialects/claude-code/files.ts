import { constants, fstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { NotASessionError, NotFoundError } from "../../errors.ts";
import { closeRead, openRegular, readFully } from "../../log/regular-file.ts";

/** The folder of a session's project: the log lies in it, a subagent's in `<session>/subagents` or deeper there. */
export function projectFolder(file: string): string {
  const folder = dirname(file);
  let above = folder;
  for (let depth = 0; depth < 3; depth++) {
    if (basename(above) === "subagents") return dirname(dirname(above));
    above = dirname(above);
  }
  return folder;
}

/** The log of another session of the same project. Its id comes from a file: only what looks like one becomes a path. */
export function siblingLog(file: string, sessionId: string): string | undefined {
  return /^[\w-]{1,100}$/.test(sessionId) ? join(projectFolder(file), `${sessionId}.jsonl`) : undefined;
}

/** Larger ones are left where they are. */
const MAX_STORED = 16 << 20;

/**
 * What a result stored in a file of its own, `<session>/tool-results/<name>`. The path is that of the machine that wrote
 * it: the file is looked for in the folder of the project. Undefined: it is not there, or is no such file.
 * @throws LogIoError
 */
export function storedResult(file: string, path: string): string | undefined {
  const [session = "", folder, name = ""] = path.split(/[/\\]/).slice(-3);
  if (folder !== "tool-results" || !/^[\w-]+$/.test(session) || !/^[\w-]+\.\w+$/.test(name)) return undefined;
  return readSmall(join(projectFolder(file), session, folder, name));
}

/** A small file's text; undefined: it is not there, no regular file, or not small. @throws LogIoError */
export function readSmall(file: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openRegular(file, constants.O_RDONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0));
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof NotASessionError) return undefined;
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    if (size > MAX_STORED) return undefined;
    const bytes = Buffer.allocUnsafe(size);
    return bytes.toString("utf8", 0, readFully(descriptor, bytes, 0));
  } finally {
    closeRead(descriptor);
  }
}
