import type { Damage } from "../format/damage.ts";
import type { IndexFinding as OneIndexFinding } from "../session-index/check-index.ts";
import { linkDamage } from "../tree/link-damage.ts";
import { SessionLog } from "./session-log.ts";
import type { Progress } from "./store-parts.ts";
import type { LogRef, ReadableLog } from "./storage.ts";

/** Damage in a file of the store. */
export interface FileDamage extends Damage {
  readonly file: string;
}

/** Something about an index: never a loss, as an index is only a cache. */
export interface IndexFinding extends OneIndexFinding {
  readonly file: string;
}

export interface DoctorReport {
  readonly files: number;
  readonly entries: number;
  readonly damage: readonly FileDamage[];
  /** Annotations about entries that are not in their log: nothing is lost by them. */
  readonly notices: readonly FileDamage[];
  readonly index: readonly IndexFinding[];
  /** No log is damaged. */
  readonly ok: boolean;
}

/** Reads logs whole and tells everything that is wrong in them: bytes, bodies and links. Changes nothing. */
export function examineAll(
  logs: readonly LogRef[],
  open: (log: LogRef) => ReadableLog,
  onProgress: Progress = () => undefined,
): Pick<DoctorReport, "files" | "entries" | "damage" | "notices"> {
  const damage: FileDamage[] = [];
  const notices: FileDamage[] = [];
  let entries = 0;
  for (const [index, ref] of logs.entries()) {
    const source = open(ref);
    try {
      const log = new SessionLog(source, ref.dialect, ref.fallbackId);
      entries += log.heads.length;
      const found = [...log.damage(), ...linkDamage(log.tree)].sort(
        (one, other) => one.offset - other.offset,
      );
      for (const item of found) {
        (item.kind === "missing-target" ? notices : damage).push({ file: ref.file, ...item });
      }
    } finally {
      source.close();
    }
    onProgress(index + 1, logs.length);
  }
  return { files: logs.length, entries, damage, notices };
}
