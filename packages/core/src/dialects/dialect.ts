import type { LogRules } from "../log/log-rules.ts";
import type { LeafRule } from "../tree/active-leaf.ts";
import type { Translation } from "./translation.ts";

/** Whether a file is of a dialect, judged by its first bytes; `unsupported` names what it is instead. */
export type Detection = "yes" | "no" | { readonly unsupported: string };

/** How logs of one agent are read. A dialect only reads: files of other agents are never written. */
export interface Dialect extends LogRules {
  /** A short name, as it stands in `list` and in `--source`. */
  readonly name: string;
  readonly leafRule: LeafRule;
  /** The id of a session whose header cannot be read, from its file name without extension. */
  fallbackId(fileName: string): string;
  detect(start: Buffer): Detection;
  /** Set where sessions are not read line by line: what is read then is the translation. */
  readonly translation?: Translation;
}
