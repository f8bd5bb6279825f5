import type { LogEnd } from "../log/log-end.ts";
import { WholeLogNeeded } from "../log/log-map.ts";
import type { LogHandle } from "../log/log-handle.ts";
import { endOfMade, type MadeLog } from "../log/made-end.ts";
import { openTail, type TailSpan } from "../log/open-tail.ts";
import type { StoreParts } from "./store-parts.ts";
import type { LogRef } from "./storage.ts";
import { provesContext } from "./written-mark.ts";

/** In bytes. A smaller log is read whole in the time that less would take. */
const LARGE = 1 << 20;

/** A context mostly stands in the last bytes; it is sought in more of them only where the index does not know it. */
const LAST: TailSpan = { first: 512 << 10, most: 2 << 20 };
const MORE: TailSpan = { first: 4 << 20, most: 16 << 20 };

/**
 * What can be known of a large log without reading it whole: from its last lines, else from who made it, else from the
 * index; undefined: nothing. 1 GB so opens in milliseconds, where reading it takes more than half a second and 300 bytes an entry.
 * @param made what is known of it, as it was just made
 * @throws NotFoundError, LogIoError
 */
export async function openEnd(
  { catalog }: Pick<StoreParts, "catalog">,
  ref: LogRef,
  handle: LogHandle,
  made?: MadeLog,
): Promise<LogEnd | undefined> {
  if (handle.size() < LARGE) return undefined;
  const tail = (span: TailSpan): LogEnd | undefined =>
    openTail(handle, ref.dialect, ref.fallbackId, (found) => provesContext(found, handle), span);
  try {
    const rest = async () =>
      made === undefined
        ? ((await catalog.end(ref, handle)) ?? tail(MORE))
        : endOfMade(handle, ref.dialect, ref.fallbackId, made);
    // Without a compaction, the last lines never prove the context: 2.5 MiB need not be read.
    const last = () => (made?.compacted === false ? undefined : tail(LAST));
    // An index at hand tells the end in 0.2 ms, reading the last lines takes 0.6.
    const end = catalog.endAtHand(ref, handle) ?? last() ?? (await rest());
    end?.catchUp();
    return end;
  } catch (error) {
    if (error instanceof WholeLogNeeded) return undefined;
    throw error;
  }
}
