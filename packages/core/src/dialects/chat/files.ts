import { join } from "node:path";
import { FileSource } from "../../log/file-source.ts";
import { unlessRefused } from "../../log/io-error.ts";
import type { ForeignSession } from "../translation.ts";
import { entriesOfFolder } from "../../log/entries-of-folder.ts";

/** So much of a file is looked at. */
const START = 1 << 16;

/** The files directly in a folder that end so and begin like sessions. What cannot be read is passed over. */
export function* filesIn(
  folder: string,
  ending: string,
  isSession: (start: Buffer) => boolean,
): Generator<ForeignSession> {
  for (const entry of entriesOfFolder(folder)) {
    if (!entry.name.endsWith(ending) || entry.isDirectory()) continue;
    const file = join(folder, entry.name);
    const start = unlessRefused(() => startOf(file));
    if (start !== undefined && isSession(start)) yield { file };
  }
}

function startOf(file: string): Buffer {
  const source = FileSource.open(file);
  try {
    const start = Buffer.alloc(Math.min(START, source.size()));
    return start.subarray(0, source.read(start, 0));
  } finally {
    source.close();
  }
}
