import { encodeEntry } from "../format/encode.ts";
import type { Entry } from "../format/entries.ts";
import { isJsonObject } from "../format/json.ts";
import type { Redactor } from "../format/redact.ts";
import { blobsIn, restoreEntry } from "../format/restore.ts";
import { spillEntry } from "../format/spill.ts";
import { validateEntry } from "../format/validate.ts";
import { parseRecord } from "../log/log-map.ts";
import { carryBlobs, eachLine, type PutBlobs } from "./carry-blobs.ts";
import type { SessionLog } from "./session-log.ts";
import { spillAbove } from "./spill-option.ts";

/** The lines of a native copy with the blobs that they need: as they are, unless something is to be replaced in them. */
export function carried(
  lines: Iterable<Buffer>,
  log: SessionLog,
  redactor: Redactor | undefined,
  put: PutBlobs,
): Iterable<Buffer> {
  return redactor === undefined ? carryBlobs(lines, { log }, put) : linesAnew(lines, log, redactor, put);
}

/**
 * Lines of a native copy of a log, of which something is to change: large content is put into them, and keys and tokens
 * in them are replaced.
 * @param put takes the blobs of what was large before and still is; without it all content stays in its line
 */
export function* linesAnew(
  lines: Iterable<Buffer>,
  log: SessionLog,
  redactor: Redactor | undefined,
  put: PutBlobs | undefined,
): Generator<Buffer> {
  for (const line of eachLine(lines)) {
    const value = parseRecord(line);
    if (!isJsonObject(value)) yield line;
    else if (validateEntry(value).length > 0) yield encodeEntry(redactor?.value(value) ?? value);
    else yield entryAnew(value as Entry, line);
  }

  function entryAnew(entry: Entry, line: Buffer): Buffer {
    const large = blobsIn(entry).length > 0;
    if (!large && redactor === undefined) return line;
    const { entry: whole } = restoreEntry(entry, (ref) => log.blob(ref));
    const redacted = redactor?.value(whole) ?? whole;
    if (!large || put === undefined) return encodeEntry(redacted);
    const { entry: spilled, blobs } = spillEntry(redacted, spillAbove(true)!);
    put(blobs);
    return encodeEntry(spilled);
  }
}
