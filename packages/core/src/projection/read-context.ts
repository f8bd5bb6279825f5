import { type Context, openingOf } from "./context.ts";
import { type Contribution, contribute } from "./contribution.ts";
import { Edits } from "./edits.ts";
import { messageOf } from "./entry-message.ts";
import type { PathEntry, ProjectOptions, Repair } from "./types.ts";

/** The messages of the context in path order, edited; broken bodies and bridged gaps in it are reported. */
export function readContext(
  path: readonly PathEntry[],
  context: Context,
  custom: ProjectOptions["custom"],
  repairs: Repair[],
): Contribution[] {
  const { compactedAt, start } = context;
  const edits = new Edits(path);
  const read = openingOf(path, context, repairs);
  for (let index = start; index < path.length; index++) {
    const { entry, problem, gap } = path[index]!;
    if (gap === true && index > start) {
      repairs.push({ kind: "bridged-gap", entryId: entry.id, detail: "its parent cannot be followed" });
    }
    if (problem !== undefined) {
      repairs.push({ kind: "bad-body", entryId: entry.id, detail: problem });
      continue;
    }
    const message = messageOf(entry, edits, custom);
    // System messages before a compaction stand in its opening.
    if (message === null || (message.role === "system" && index < compactedAt)) continue;
    read.push(contribute(entry.id, message, repairs));
  }
  edits.reportIgnored(path, start, repairs);
  return read;
}
