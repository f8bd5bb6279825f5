import { dirname, isAbsolute, join, relative, resolve } from "node:path";

/** How a log is named in an index: so that a folder can be moved together with its index. */
export function fileKey(index: string, log: string): string {
  const key = relative(dirname(index), log);
  return key.startsWith("..") || isAbsolute(key) ? resolve(log) : key;
}

/** The log that an index names so. */
export function fileOfKey(index: string, key: string): string {
  return isAbsolute(key) ? key : join(dirname(index), key);
}
