import type { ByteRange, Damage } from "../format/damage.ts";
import type { Entry } from "../format/entries.ts";
import type { Header } from "../format/header.ts";

/** A session of another agent, and where it is kept. */
export interface ForeignSession {
  /** The file that tells it. */
  readonly file: string;
  /** Which session of that file, where a file holds several. */
  readonly part?: string | undefined;
  /** The name that the agent keeps for it outside of the file. */
  readonly name?: string | undefined;
  /** Whether the agent keeps it among its archived ones. */
  readonly archived?: boolean | undefined;
  /** Other files that are read for it: when one of them changes, the session is read again. */
  readonly others?: readonly string[] | undefined;
  /**
   * What changes with every change of this session, if the agent tells that. Then it alone says whether the session is
   * read again: the file holds others too, and changes with each of them.
   */
  readonly state?: string | undefined;
}

/** One thing that a session tells, in our form. */
export type Told =
  /** Comes before all entries, once; without it the session is known by its file's name. */
  | { readonly header: TranslatedHeader }
  /** With `id`, `parentId` and `timestamp`: see {@link Translation.translate}. */
  | {
      readonly entry: Entry;
      /** Where in the agent's file it stands: told where its parent is not known by then, as it may never come. */
      readonly at?: ByteRange;
    }
  /** A byte range of the agent's file that tells nothing. */
  | { readonly damage: Damage }
  /** What a user should know about the whole: a version we do not know, a parent that is gone. */
  | { readonly notice: string };

/** A header as a translation gives it: what marks it as ours is put in. */
export type TranslatedHeader = Omit<Header, "type" | "format" | "version" | "timestamp" | "cwd"> & {
  readonly timestamp?: string | undefined;
  readonly cwd?: string | undefined;
};

/** How sessions that are no logs of lines with ids and parents are read: by telling each anew in our form. */
export interface Translation {
  /** The sessions below a folder of the agent. What cannot be read hides no other; nothing is opened that need not be. */
  sessions(folder: string): Iterable<ForeignSession>;
  /**
   * Tells a session from its beginning, in one pass and in memory that does not grow with it (ids apart).
   *
   * Entries are in current native form and valid. Their ids are the agent's where it has them and unique; else they are
   * derived from what never changes, so that a session that has grown tells the same entries and then more. What has no
   * place in our form is carried whole: a field in a field named like the dialect, a line as `custom` entry of the
   * `customType` `<dialect>:<its kind>`, which stands on the path so that it makes no branch of its own. Where the
   * active leaf is not the last node told, a `leaf` entry ends the telling.
   *
   * Never throws for what the file holds.
   * @throws NotFoundError, NotASessionError, LogIoError
   */
  translate(session: ForeignSession): Iterable<Told>;
}
