import {
  ForeignSessionError,
  LogIoError,
  NotASessionError,
  NotFoundError,
  UnsupportedVersionError,
  type SessionTreeError,
} from "../errors.ts";
import { encodeHeader } from "../format/encode.ts";
import type { NewBlob } from "../format/blob.ts";
import type { Header } from "../format/header.ts";
import { native } from "../dialects/native.ts";
import type { MadeLog } from "../log/made-end.ts";
import { MemoryLog } from "../log/memory-log.ts";
import { openEnd } from "./open-end.ts";
import type { ReadBefore } from "./known-log.ts";
import { SessionLog } from "./session-log.ts";
import type { Target } from "./target.ts";
import type { LogHandle } from "../log/log-handle.ts";
import type { LogRef, LogStorage } from "./storage.ts";
import type { StoreParts } from "./store-parts.ts";

/**
 * Opens a log to append if it is ours, else to read.
 * @param made what is known of it, as it was just made
 * @throws NotASessionError, NotFoundError, LogIoError
 */
export async function openTarget(
  parts: Pick<StoreParts, "storage" | "openToRead" | "catalog">,
  ref: LogRef,
  made?: MadeLog,
): Promise<Target> {
  const { storage, openToRead } = parts;
  const { dialect, fallbackId } = ref;
  const readOnly = (refusal: SessionTreeError): Target => {
    const source = openToRead(ref);
    return {
      kind: "read-only",
      log: sessionOnly(new SessionLog(source, dialect, fallbackId), ref),
      refusal,
      source,
    };
  };
  if (dialect !== native)
    return readOnly(new UnsupportedVersionError(ref.file, `the format of ${dialect.name}`));
  let handle: LogHandle;
  try {
    handle = storage.openToAppend(ref);
  } catch (error) {
    if (error instanceof LogIoError && error.code === "READ_ONLY") return readOnly(error);
    // A file, for a storage that keeps its logs elsewhere.
    if (error instanceof NotFoundError && !storage.holds(ref))
      return readOnly(new ForeignSessionError(ref.file, dialect.name));
    throw error;
  }
  try {
    const end = await openEnd(parts, ref, handle, made);
    const before: ReadBefore = (entry) => parts.catalog.before(ref, handle, entry);
    const log = sessionOnly(new SessionLog(handle, dialect, fallbackId, end, before), ref);
    return { kind: "open", handle, log, putBlobs: (blobs) => storage.putBlobs(ref.file, blobs) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A session whose file is made with its first entry. */
export function newSessionTarget(storage: LogStorage, header: Header): { file: string; target: Target } {
  const line = encodeHeader(header);
  const file = storage.locate(header.cwd, header.id);
  const log = new SessionLog(new MemoryLog(file, line), native, header.id);
  const create = (lines: Buffer): void => void storage.create(header.cwd, header.id, [line, lines]);
  const open = () => {
    const handle = storage.openToAppend({ file, dialect: native, fallbackId: header.id });
    return { handle, log: new SessionLog(handle, native, header.id) };
  };
  const putBlobs = (blobs: readonly NewBlob[]): void => storage.putBlobs(file, blobs);
  return { file, target: { kind: "new", log, putBlobs, create, open } };
}

function sessionOnly(log: SessionLog, { file }: LogRef): SessionLog {
  if (log.header !== undefined || log.heads.length > 0) return log;
  throw new NotASessionError(file, "it has neither a header nor an entry");
}
