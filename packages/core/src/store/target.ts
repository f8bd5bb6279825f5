import type { SessionTreeError } from "../errors.ts";
import type { NewBlob } from "../format/blob.ts";
import type { LogHandle } from "../log/log-handle.ts";
import type { SessionLog } from "./session-log.ts";
import type { ReadableLog } from "./storage.ts";

type PutBlobs = (blobs: readonly NewBlob[]) => void;

/** A session's log on its storage: to be made with the first append, open, or not to be written (and why). */
export type Target =
  | {
      readonly kind: "open";
      readonly handle: LogHandle;
      readonly log: SessionLog;
      readonly putBlobs: PutBlobs;
    }
  | {
      readonly kind: "new";
      readonly log: SessionLog;
      readonly putBlobs: PutBlobs;
      /** @throws LogIoError (there is no file), DurabilityUnknownError (there is one) */
      create(lines: Buffer): void;
      open(): { handle: LogHandle; log: SessionLog };
    }
  | {
      readonly kind: "read-only";
      readonly log: SessionLog;
      readonly refusal: SessionTreeError;
      readonly source: ReadableLog;
    };
