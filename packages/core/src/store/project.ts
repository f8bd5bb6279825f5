import { realpathSync } from "node:fs";
import { dirname, isAbsolute, resolve, sep } from "node:path";

/** The real path of a working directory: symlinks resolved as far as it exists. */
export function realProject(cwd: string): string {
  try {
    return realpathSync.native(resolve(cwd));
  } catch {
    // A project that is gone (or was recorded on another machine) is named by its path alone.
    return resolve(cwd);
  }
}

/** The project of a directory that a log names. One of another system (`C:\\…`) leads nowhere here: it stays as it is. */
function recordedProject(cwd: string): string {
  return isAbsolute(cwd) ? realProject(cwd) : cwd;
}

/** The project of a copy of a log: the directory `given`, else the one recorded, else the folder of its file. */
export function projectOfCopy(
  file: string,
  recorded: string | null | undefined,
  given: string | undefined,
): string {
  if (given === undefined && typeof recorded === "string" && recorded !== "")
    return recordedProject(recorded);
  return realProject(given ?? dirname(file));
}

/** Tells which recorded directories are one of the real paths `tops`, or lie in one. */
export function insideMatcher(tops: readonly string[]): (recorded: string | null) => boolean {
  const wanted = tops.map((top) => top.normalize("NFC"));
  return (recorded) => {
    if (recorded === null) return false;
    const real = recordedProject(recorded).normalize("NFC");
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
      same = recorded.normalize("NFC") === wanted || recordedProject(recorded).normalize("NFC") === wanted;
      known.set(recorded, same);
    }
    return same;
  };
}
