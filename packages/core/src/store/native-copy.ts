import type { ExportedSession } from "../dialects/exporter.ts";
import { encodeHeader } from "../format/encode.ts";
import type { Redactor } from "../format/redact.ts";
import type { PutBlobs } from "./carry-blobs.ts";
import type { ExportSource } from "./export-source.ts";
import { branchTo, forkLines } from "./fork-lines.ts";
import { copiedHeader, importLines, replayedLeaf } from "./import-log.ts";
import { carried, linesAnew } from "./lines-anew.ts";

/**
 * A session's log as one of our own, with another id: lines are copied as they are where nothing is to change.
 * @param put takes the blobs of the lines; without it large content stands in them
 */
export function* nativeCopy(
  { log, end, isBranch }: ExportSource,
  session: ExportedSession & { readonly now: Date },
  redactor: Redactor | undefined,
  put: PutBlobs | undefined,
): Generator<Buffer> {
  const { name } = session;
  // A branch has no line that names it.
  const header = { ...copiedHeader(log, session), ...(isBranch && name !== undefined && { name }) };
  yield encodeHeader(redactor?.value(header) ?? header);
  const leaf = isBranch ? null : replayedLeaf(log, log.heads);
  const lines = isBranch
    ? forkLines(log, branchTo(log, end))
    : importLines(log, log.heads, leaf, session.now);
  yield* put === undefined ? linesAnew(lines, log, redactor, put) : carried(lines, log, redactor, put);
}
