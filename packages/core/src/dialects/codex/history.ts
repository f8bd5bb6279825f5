import { objectIn, textIn } from "../../answers/answer-parts.ts";
import type { JsonObject } from "../../format/json.ts";
import { unlessRefused } from "../../log/io-error.ts";
import { findThread } from "./find-thread.ts";
import { openRollout, type Rollout } from "./rollout.ts";

/** A rollout, or its beginning, as a part of a thread's history. */
export interface Segment {
  readonly rollout: Rollout;
  /** Where it ends for this thread, in bytes; undefined: at the end of the file. */
  readonly to: number | undefined;
}

/** Everything that a thread is told from. */
export interface History {
  /** The oldest first; the thread's own rollout is the last. */
  readonly segments: readonly Segment[];
  readonly own: Rollout;
  readonly notices: readonly string[];
  close(): void;
}

/** A longer chain of forks by reference is not followed. */
const MOST = 64;

/**
 * Opens a thread's rollout, and those of the threads that it goes on from by reference.
 * @throws NotFoundError, NotASessionError, LogIoError, UnsupportedVersionError
 */
export function openHistory(file: string): History {
  const own = openRollout(file);
  const segments: Segment[] = [{ rollout: own, to: undefined }];
  const notices: string[] = [];
  const close = () => segments.forEach(({ rollout }) => rollout.close());
  try {
    const seen = new Set([file]);
    for (let base = baseOf(own.meta); base !== undefined; base = baseOf(segments[0]!.rollout.meta)) {
      const next = findThread(segments[0]!.rollout.file, base.threadId);
      const followed = next !== undefined && !seen.has(next) && segments.length <= MOST;
      const parent = followed ? unlessRefused(() => openRollout(next)) : undefined;
      if (parent === undefined) {
        notices.push(`The history of the thread ${base.threadId}, on which this one goes on, cannot be read`);
        break;
      }
      seen.add(parent.file);
      segments.unshift({ rollout: parent, to: base.to });
    }
  } catch (error) {
    close();
    throw error;
  }
  return { segments, own, notices, close };
}

function baseOf(meta: JsonObject | undefined): { threadId: string; to: number } | undefined {
  const base = objectIn(meta ?? {}, "history_base");
  const threadId = textIn(base, "thread_id");
  const to = base["end_byte_offset"];
  return threadId !== undefined && typeof to === "number" && to >= 0 ? { threadId, to } : undefined;
}
