import { setImmediate as nextTurn } from "node:timers/promises";
import { SessionTreeError } from "../errors.ts";
import type { IndexedLog } from "./log-reading.ts";

export interface RebuildReport {
  /** The number of logs that were read. */
  readonly logs: number;
  /** Logs that could not be read. */
  readonly failed: readonly { readonly file: string; readonly error: SessionTreeError }[];
}

/** Reads log after log; in between, whatever else the process has to do gets its turn. */
export async function rebuildIndex(
  logs: readonly IndexedLog[],
  read: (log: IndexedLog) => void,
  onProgress?: (done: number) => void,
): Promise<RebuildReport> {
  const failed: { file: string; error: SessionTreeError }[] = [];
  for (const [index, log] of logs.entries()) {
    try {
      read(log);
    } catch (error) {
      if (!(error instanceof SessionTreeError)) throw error;
      failed.push({ file: log.file, error });
    }
    onProgress?.(index + 1);
    await nextTurn();
  }
  return { logs: logs.length - failed.length, failed };
}
