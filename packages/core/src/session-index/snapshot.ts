import type { ByteSource } from "../log/byte-source.ts";
import { TranslatedLog } from "../dialects/translated-log.ts";
import type { LogName } from "../dialects/log-name.ts";
import { LogSnapshot } from "./log-snapshot.ts";
import { stampAt, stampOfForeign, type Stamp } from "./stamp.ts";

/** A log as it is at one moment, and the stamp of what it was read from. */
export interface Snapshot extends ByteSource {
  readonly stamp: Stamp;
  close(): void;
}

/** @throws NotFoundError, NotASessionError, LogIoError */
export function snapshotOf({ file, dialect, foreign = { file } }: LogName): Snapshot {
  if (dialect.translation === undefined) return new LogSnapshot(file);
  // Before it is read: if it changes meanwhile, the stamp is already an old one.
  const stamp = stampOfForeign(foreign) ?? GONE;
  return Object.assign(TranslatedLog.open(file, foreign, dialect.translation), { stamp });
}

/** The stamp of the current state of a log; undefined: opening it says why there is none. */
export function stampOfLog({ file, dialect, foreign = { file } }: LogName): Stamp | undefined {
  return dialect.translation === undefined ? stampAt(file) : stampOfForeign(foreign);
}

/** Never the stamp of a file. */
const GONE: Stamp = { identity: "", size: 0, changed: "" };
