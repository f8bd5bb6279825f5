import { join } from "node:path";
import { startOfFile } from "../../log/start-of-file.ts";
import { unlessRefused } from "../../log/io-error.ts";
import type { ForeignSession } from "../translation.ts";
import { entriesOfFolder } from "../../log/entries-of-folder.ts";

/** The files directly in a folder that end so and begin like sessions. What cannot be read is passed over. */
export function* filesIn(
  folder: string,
  ending: string,
  isSession: (start: Buffer) => boolean,
): Generator<ForeignSession> {
  for (const entry of entriesOfFolder(folder)) {
    if (!entry.name.endsWith(ending) || entry.isDirectory()) continue;
    const file = join(folder, entry.name);
    const start = unlessRefused(() => startOfFile(file));
    if (start !== undefined && isSession(start)) yield { file };
  }
}
