import { createHash } from "node:crypto";
import { statSync, type BigIntStats } from "node:fs";
import type { ForeignSession } from "../dialects/translation.ts";

/** What tells, without opening it, whether a file is as it was. */
export interface Stamp {
  /** Device and inode. An inode number is soon used again, so the file may be another one all the same. */
  readonly identity: string;
  readonly size: number;
  /** When content and inode changed, in nanoseconds. The second cannot be set back. */
  readonly changed: string;
}

export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): Stamp {
  return { identity: `${dev}-${ino}`, size: Number(size), changed: `${mtimeNs}-${ctimeNs}` };
}

/** The stamp of a file; undefined if there is none, or it cannot be asked: opening it says why. */
export function stampAt(file: string): Stamp | undefined {
  try {
    const stats = statSync(file, { bigint: true });
    return stats.isFile() ? stampOf(stats) : undefined;
  } catch {
    return undefined;
  }
}

/** Goes up when a dialect tells sessions otherwise than before: all are told anew then. */
const TELLING = 1;

/** The stamp of all that a session of another agent is told from; undefined if its file cannot be asked. */
export function stampOfForeign(session: ForeignSession): Stamp | undefined {
  const { file, others = [], name, archived, state } = session;
  const own = stampAt(file);
  if (own === undefined) return undefined;
  const told = state === undefined ? [own, ...others.map((other) => stampAt(other) ?? other)] : [state];
  const changed = createHash("sha256")
    .update(JSON.stringify([TELLING, name, archived, ...told]))
    .digest("hex");
  return { identity: own.identity, size: state === undefined ? own.size : 0, changed };
}

export function sameStamp(one: Stamp, other: Stamp): boolean {
  return one.identity === other.identity && one.size === other.size && one.changed === other.changed;
}
