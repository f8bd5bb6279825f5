import type { Header } from "../format/header.ts";

export interface CreateOptions {
  /** The working directory; its real path is the session's project. */
  readonly cwd: string;
  /** An id of the host's own. Default: a new UUIDv7. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly host?: Header["host"];
  readonly git?: Header["git"];
  readonly parentSession?: string | undefined;
  readonly relation?: Header["relation"];
  /** Make the file at once, not with the first entry. */
  readonly eager?: boolean | undefined;
}

export interface ForkOptions {
  /** The entry that the fork ends with; default: the active leaf. Null: before the first entry. */
  readonly at?: string | null | undefined;
  /** The project of the fork. */
  readonly cwd: string;
  readonly name?: string | undefined;
}
