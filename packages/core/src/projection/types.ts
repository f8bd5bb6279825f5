import type { Entry, ModelRef } from "../format/entries.ts";
import type { Content, Message, SystemMessage } from "../format/messages.ts";

/** One entry of a path, root first. */
export interface PathEntry {
  readonly entry: Entry;
  /** Why the entry's body contributes nothing: it is broken or does not fit its schema. */
  readonly problem?: string | undefined;
  /** The entry's own parent cannot be followed; the entry before it in the path stands in for it. */
  readonly gap?: boolean | undefined;
  /** What of the entry's large content is gone, a line for each blob; a preview and a note stand in its place. */
  readonly lost?: readonly string[] | undefined;
}

/** How the host's own entries enter the context: the message an entry of this `customType` gives, or null for none. */
export type CustomRule = (data: unknown) => Message | null;

export interface ProjectOptions {
  /** What becomes of calls without an answer. Default: `synthesize`. */
  readonly tools?: "synthesize" | "truncate" | "strict" | undefined;
  /** Whether a path goes on behind a gap with the node before it in the file. Default: true. */
  readonly bridge?: boolean | undefined;
  /** `as-is`: the history may end with an assistant turn. Default: `user`, a constant user text follows it. */
  readonly ending?: "user" | "as-is" | undefined;
  /** Rules for `custom` entries, by `customType`. */
  readonly custom?: Readonly<Record<string, CustomRule>> | undefined;
  /** Adds one closing reminder when the last message is older than this many milliseconds at `now`. */
  readonly staleAfter?: { readonly milliseconds: number; readonly now: Date } | undefined;
}

export type RepairKind =
  /** A parent could not be followed; the path goes on with the node before it in the file. */
  | "bridged-gap"
  /** A broken body was left out. */
  | "bad-body"
  /** A large text or image is lost: a preview and a constant note stand in its place. */
  | "content-lost"
  /** A `firstKeptEntryId` is not on the path: nothing was kept. */
  | "kept-entry-missing"
  /** An edit names an entry that is not in the context, or one that cannot be edited. */
  | "edit-ignored"
  /** Unfinished parts of a turn that failed or was aborted were left out. */
  | "turn-trimmed"
  /** A block that is not sent was left out: one of an unknown type, or an image of the model's. */
  | "block-left-out"
  /** Unpaired surrogates or NUL in a text became U+FFFD. */
  | "text-replaced"
  /** A call without an answer got the constant error result. */
  | "result-synthesized"
  /** A result moved directly behind its call's turn. */
  | "result-moved"
  /** A result that came too late, or has no call in the context, became user text. */
  | "result-as-text"
  /** A result was left out: an identical copy, or one whose call is left out, or an `interrupted` one behind another. */
  | "result-dropped"
  /** The history was ended before a turn with unanswered calls. */
  | "truncated"
  /** The constant user text was put between or behind assistant turns. */
  | "continue-inserted"
  // What a rendering does:
  /** A constant user text was put before a first turn of the model. */
  | "opening-inserted"
  /** A constant text of the model was put between results and the user. */
  | "word-inserted"
  /** A message was left out: it is blank, or nothing of it can be sent. */
  | "turn-dropped"
  /** Thinking was left out: it is not the receiver's, void, or stands where the API refuses it. */
  | "thinking-dropped"
  /** Calls moved to the end of their turn. */
  | "calls-moved"
  /** A call and its result are sent under another id. */
  | "call-id-changed"
  /** A tool's name was made safe. */
  | "tool-name-changed"
  /** An input that is no object was wrapped as `rawInvalidInput`. */
  | "input-wrapped"
  /** A constant text stands in place of an image. */
  | "image-omitted"
  /** Images of results stand behind them. */
  | "image-moved"
  /** White space at the end of a turn was left out. */
  | "space-trimmed";

/** Something the projection changed; `entryId` is the entry it concerns. */
export interface Repair {
  readonly kind: RepairKind;
  readonly entryId: string;
  readonly detail: string;
}

/** Something the host should know; nothing was changed. */
export interface Hint {
  readonly kind: "empty-context" | "stale" | "thinking-adaptive-or-off" | "history-changed" | "tools-needed";
  readonly detail: string;
}

/** What a model gets at one leaf, before any API's own rules. */
export interface Projection {
  readonly messages: readonly Message[];
  /** The entry that each message comes from, in parallel. */
  readonly provenance: readonly string[];
  /** When that entry was written, in parallel; as it says. */
  readonly timestamps: readonly string[];
  /**
   * Whether all that stands before each message is as it was when the message was made, in parallel. Where a
   * compaction, an edit or damage changed it, the model's thinking is void: APIs bind it to what stood before.
   */
  readonly prefixIntact: readonly boolean[];
  readonly model: ModelRef | null;
  readonly thinkingLevel: string | null;
  /** What is queued and not yet taken. */
  readonly queue: readonly Content[];
  readonly hints: readonly Hint[];
  readonly repairs: readonly Repair[];
}

/** What is in force at an entry, whatever the context still shows. */
export interface PathState {
  readonly model: ModelRef | null;
  readonly thinkingLevel: string | null;
  readonly queue: readonly Content[];
  readonly system: readonly SystemMessage[];
}
