import { basename, dirname } from "node:path";
import { codexHomeOf, rolloutFiles, threadIdOf } from "./rollout-files.ts";

/** The rollout of a thread from which the one in `file` goes on; undefined: it is gone. */
export function findThread(file: string, id: string): string | undefined {
  for (const other of rolloutFiles(codexHomeOf(dirname(file)))) {
    // A thread goes on from itself where it was continued in another file.
    const earlier = threadIdOf(file) !== id || basename(other.file) < basename(file);
    if (other.threadId === id && earlier) return other.file;
  }
  return undefined;
}
