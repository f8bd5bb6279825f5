import type { Damage } from "../format/damage.ts";
import { linkDamage } from "../tree/link-damage.ts";
import type { SessionLog } from "./session-log.ts";

/** Damage in a file of the store. */
export interface FileDamage extends Damage {
  readonly file: string;
}

/** Something about an index: never a loss, as an index is only a cache. */
export interface IndexFinding {
  readonly file: string;
  readonly kind: string;
  readonly detail: string;
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

/** Everything that is wrong in one log: bytes, bodies and links. Reads all of it, changes nothing. */
export function examine(log: SessionLog, file: string): FileDamage[] {
  return [...log.damage(), ...linkDamage(log.tree)]
    .sort((one, other) => one.offset - other.offset)
    .map((damage) => ({ file, ...damage }));
}
