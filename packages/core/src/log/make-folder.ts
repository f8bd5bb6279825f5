import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder, and those above it that are not there, for their owner alone; gives the topmost new one. Node's own
 * recursive mkdir never ends in a folder that takes no new ones and says that it is not there, such as /proc.
 */
export function makeFolder(folder: string): string | undefined {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  for (const one of missing.toReversed()) {
    try {
      mkdirSync(one, { mode: 0o700 });
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return missing.at(-1);
}
