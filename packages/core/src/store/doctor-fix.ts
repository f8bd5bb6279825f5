import type { LogHandle } from "../log/log-handle.ts";
import type { FileDamage } from "./doctor.ts";
import type { LogRef } from "./storage.ts";

/** Something that was put right. Nothing is ever taken away: a torn line is closed, not cut. */
export interface Fix {
  readonly file: string;
  readonly kind: "tail-sealed" | "mode-narrowed" | "index-rebuilt";
}

const NOTHING = Buffer.alloc(0);

/** Closes the last line of each of our own logs that ends within one, as the next append would. @throws LogIoError */
export async function sealTails(
  damage: readonly FileDamage[],
  logs: readonly LogRef[],
  openToAppend: (log: LogRef) => LogHandle,
): Promise<Fix[]> {
  const torn = new Set(damage.filter(({ kind }) => kind === "torn-tail").map(({ file }) => file));
  const fixes: Fix[] = [];
  for (const log of logs) {
    if (!torn.has(log.file)) continue;
    const handle = openToAppend(log);
    try {
      handle.append(NOTHING);
      await handle.sync();
    } finally {
      await handle.close();
    }
    fixes.push({ file: log.file, kind: "tail-sealed" });
  }
  return fixes;
}
