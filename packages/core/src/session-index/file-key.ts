import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** How a log is named in an index: so that a folder can be moved together with its index. */
export function fileKey(index: string, log: string): string {
  const folder = dirname(index);
  // Nearly all do: a list asks of every session, and `relative` takes ten times as long.
  if (log.startsWith(folder + sep)) return log.slice(folder.length + 1);
  const key = relative(folder, log);
  return key.startsWith("..") || isAbsolute(key) ? resolve(log) : key;
}

/** The log that an index names so. */
export function fileOfKey(index: string, key: string): string {
  return isAbsolute(key) ? key : join(dirname(index), key);
}
