import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { blobFolder } from "../log/blob-folder.ts";
import { syncFolder } from "../log/create-log.ts";
import { makeFolder } from "../log/make-folder.ts";

/** Moves a log's blobs, if it has any, to where a log of another path finds them. Blobs of one name are the same. */
export function moveBlobs(fromLog: string, toLog: string): void {
  const [from, to] = [blobFolder(fromLog), blobFolder(toLog)];
  if (!existsSync(from)) return;
  makeFolder(to);
  for (const name of readdirSync(from)) {
    renameSync(join(from, name), join(to, name));
    // Two links of one file: a rename between them does nothing.
    rmSync(join(from, name), { force: true });
  }
  syncFolder(to);
  rmdirSync(from);
}
