import { dirname } from "node:path";
import { codexHomeOf, rolloutFiles } from "./rollout-files.ts";

/** The rollout of another thread of the same agent; undefined: it is gone. */
export function findThread(file: string, id: string, not: ReadonlySet<string>): string | undefined {
  return rolloutFiles(codexHomeOf(dirname(file))).find(
    (other) => other.threadId === id && !not.has(other.file),
  )?.file;
}
