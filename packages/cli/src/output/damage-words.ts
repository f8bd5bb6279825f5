import type { DamageKind } from "@session-tree/core";

/** What happened, what is still there, and what to do: one sentence or two for each kind of damage. */
export const DAMAGE_WORDS: Readonly<Record<DamageKind, string>> = {
  "torn-tail":
    "The log ends within a line: a write was cut off, or is still going on. All before it is there; the next append closes it, and so does --fix.",
  "not-json":
    "These bytes are no JSON: a line was torn or overwritten. That line is lost, the others are read as if nothing had happened.",
  nul: "Zero bytes, as a power cut leaves them where a write had not reached the disk. Nothing can be read there; the lines around are intact.",
  "too-long": "The line is longer than any entry can be and was passed over. The other lines are read.",
  "no-entry": "Valid JSON, but no entry of a session. It is carried along and counts for nothing.",
  glued:
    "Lines run into each other: a newline was lost between two writes. What was whole in them was read all the same.",
  "bad-id": "The entry's id or parent cannot be used, so it got an id from its place. Its content is there.",
  "bad-body":
    "The entry stands in the tree, but its content does not fit the format, so no model and no transcript gets it. The raw line is kept.",
  "duplicate-id":
    "Another entry with the same id stands before it and keeps the id. This one counts for nothing; both lines are kept.",
  "open-batch":
    "Lines of a batch that is not there whole: the write was cut off before it was acknowledged. They count for nothing, as was promised.",
  "late-header":
    "The header is not the first line, as if lines had been put before it. It is used all the same.",
  "extra-header": "A second header, as if two logs had been joined. The first one counts.",
  gap: "The entry before this one is lost. The branch goes on with what stood before it in the file; check what is missing with sessions show.",
  cycle:
    "The entry is its own ancestor. The circle is cut at the entry that stands first; its branch can be read.",
  "missing-target":
    "It speaks of an entry that is not in this log. Nothing is lost; a fork leaves such lines behind.",
  "missing-blob":
    "A large text or image of the entry is lost: its file in the folder .blobs beside the log is missing or was changed. A preview and a note stand in its place; putting the file back brings all of it back.",
  "unused-blobs":
    "Large texts or images that were put beside the log before their entry, whose write was then cut off, or is still going on. Nothing reads them; they go with their session, and an import or a fork leaves them behind.",
  "orphan-blobs":
    "Large texts or images of a log that is not there any more. Put the log back beside them if you have it; else `sessions trash empty --yes` removes what is older than a day.",
};
