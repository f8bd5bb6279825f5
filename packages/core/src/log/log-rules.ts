import type { EntryHead } from "../format/head.ts";
import type { Header } from "../format/header.ts";
import type { JsonObject } from "../format/json.ts";

/** What a header says, whatever dialect it is written in. */
export interface LogHeader {
  readonly id: string;
  /** The version of the dialect's format. */
  readonly version: number;
  readonly timestamp: string | undefined;
  /** The working directory; undefined: unknown. */
  readonly cwd: string | undefined;
  readonly name: string | undefined;
  readonly parentSession: string | undefined;
  readonly forkedFrom: string | null | undefined;
  readonly relation: Header["relation"];
  readonly origin: Header["origin"];
  /** The whole line, unknown fields too. */
  readonly value: JsonObject;
}

/** How logs of one dialect are read line by line. */
export interface LogRules {
  /** A last line without a newline counts if it parses. */
  readonly openTail: boolean;
  /** Up to this version the file is read in full knowledge; above it, as far as it goes. */
  readonly knownVersion: number;
  /** The header a `"type":"session"` line states, or undefined if it is none of this dialect. */
  header(value: JsonObject): LogHeader | undefined;
  /** Rewrites a line that has no envelope of its own into one that has; other lines are given back as they are. */
  adopt?(value: JsonObject): JsonObject;
  /**
   * Translates a parsed line (adopted, if the dialect adopts) into the current native form. Pure, and never throws:
   * what it cannot translate it carries unchanged. The caller puts the head's id and parent in, and validates.
   */
  decode(value: JsonObject, head: EntryHead, version: number): JsonObject;
}
