import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";

/** The real path of a working directory: symlinks resolved as far as it exists. */
export function realProject(cwd: string): string {
  try {
    return realpathSync.native(resolve(cwd));
  } catch {
    // A project that is gone (or was recorded on another machine) is named by its path alone.
    return resolve(cwd);
  }
}

/** Tells which recorded directories are one of the real paths `tops`, or lie in one. */
export function insideMatcher(tops: readonly string[]): (recorded: string | null) => boolean {
  const wanted = tops.map((top) => top.normalize("NFC"));
  return (recorded) => {
    if (recorded === null) return false;
    const real = realProject(recorded).normalize("NFC");
    return wanted.some((top) => real === top || real.startsWith(top.endsWith(sep) ? top : top + sep));
  };
}

/** Tells which recorded directories are the project `cwd`: by real path, compared in NFC. */
export function projectMatcher(cwd: string): (recorded: string | null) => boolean {
  const wanted = realProject(cwd).normalize("NFC");
  const known = new Map<string, boolean>();
  return (recorded) => {
    if (recorded === null) return false;
    let same = known.get(recorded);
    if (same === undefined) {
      same = recorded.normalize("NFC") === wanted || realProject(recorded).normalize("NFC") === wanted;
      known.set(recorded, same);
    }
    return same;
  };
}
