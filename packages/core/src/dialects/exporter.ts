import type { Entry } from "../format/entries.ts";
import type { JsonObject } from "../format/json.ts";
import type { PathEntry } from "../projection/types.ts";
import type { Surroundings } from "./agent.ts";
import type { ExportNotes } from "./export-notes.ts";

/** A session as it is to be told in another agent's format. Everything may be gone through more than once. */
export interface ExportedSession {
  /** The new session's id, a UUID. */
  readonly id: string;
  /** When the session began. */
  readonly timestamp: string;
  readonly cwd: string;
  readonly name: string | undefined;
  /**
   * The nodes with their large content, each behind its parent and the active branch behind all others. `parentId` is the
   * node above; a body that is broken has become a `custom` entry {@link DAMAGED}.
   */
  nodes(): Iterable<Entry>;
  /** What is said about entries, in file order. */
  annotations(): Iterable<Entry>;
  /** Whether a node leads to the active leaf. */
  isActive(id: string): boolean;
  /** Whether more than one node follows a node. */
  isFork(id: string): boolean;
  /** The path from the root to the active leaf. */
  path(): Iterable<PathEntry>;
  /** What a projection needs of the path to an entry of it. */
  context(id: string): readonly PathEntry[];
  /** The active leaf; null: before the first entry. */
  readonly leaf: string | null;
}

/** The `customType` of an entry that was there, and whose body cannot be read. */
export const DAMAGED = "session-tree:damaged";

/** How sessions are written in the format of one agent. */
export interface Exporter {
  /** Whether a file holds branches; else only the one to the active leaf. */
  readonly branches: boolean;
  /**
   * The values of the file's lines, in one pass and in memory that grows with ids alone. What the format cannot hold is
   * noted on the way. The same session gives the same lines.
   */
  encode(session: ExportedSession, notes: ExportNotes): Iterable<JsonObject>;
  /** Where the agent looks for such a file; missing: nowhere. */
  readonly place?: (session: ExportedSession, surroundings: Surroundings) => string;
}
